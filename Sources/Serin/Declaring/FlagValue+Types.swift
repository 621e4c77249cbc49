extension String: FlagValue {
  /// The text; nil for anything else.
  public init?(json: JSONValue) {
    guard let value = json.stringValue else { return nil }
    self = value
  }
}

extension Bool: FlagValue {
  /// The boolean; nil for anything else, 0 and 1 included.
  public init?(json: JSONValue) {
    guard let value = json.boolValue else { return nil }
    self = value
  }
}

extension Double: FlagValue {
  /// The number; nil for anything else.
  public init?(json: JSONValue) {
    guard let value = json.numberValue else { return nil }
    self = value
  }
}

extension Int: FlagValue {
  /// The number when it has no fraction and is within ±2^53, where every integer is exact; nil for anything else.
  public init?(json: JSONValue) {
    guard let value = json.exactInteger(Int.self) else { return nil }
    self = value
  }
}

extension JSONValue: FlagValue {
  /// The value itself, `null` included.
  public init?(json: JSONValue) {
    self = json
  }
}

extension JSONObject: FlagValue {
  /// The object; nil for anything else.
  public init?(json: JSONValue) {
    guard let value = json.objectValue else { return nil }
    self = value
  }
}

extension Array: FlagValue where Element: FlagValue {
  /// The elements; nil when it is no array or one of them is of another type.
  public init?(json: JSONValue) {
    guard let elements = json.arrayValue else { return nil }
    var values: [Element] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard let value = Element(json: element) else { return nil }
      values.append(value)
    }
    self = values
  }
}

extension JSONValue {
  /// The number as an integer; nil when it has a fraction, is beyond ±2^53 or does not fit, and for anything else.
  func exactInteger<Integer: BinaryInteger>(_ type: Integer.Type) -> Integer? {
    guard let number = numberValue, number.magnitude <= 9_007_199_254_740_992 else { return nil }
    return Integer(exactly: number)
  }
}
