/// The type of a property.
public enum PropertyType: String, Sendable, Hashable, CaseIterable, Codable {
  /// Text.
  case string
  /// A number.
  case number
  /// `true` or `false`.
  case boolean
  /// Any JSON, `null` included.
  case json

  /// Whether a value is of this type; a boolean is never a number.
  public func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.string, .string), (.number, .number), (.boolean, .bool), (.json, _): true
    default: false
    }
  }

  /// The type in words, for messages: `a string`.
  var wanted: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .boolean: "a boolean"
    case .json: "JSON"
    }
  }
}

extension PropertyType {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let name = decoder.string(value) else { return nil }
    guard let type = PropertyType(rawValue: name) else {
      decoder.report("\(decoder.shown(name)) is not a type; allowed are string, number, boolean, json")
      return nil
    }
    self = type
  }

  /// Reports a value that a property of this type cannot have.
  ///
  /// - Returns: Whether it is of the type and no larger than is allowed.
  func check(_ value: JSONValue, with decoder: inout DocumentDecoder) -> Bool {
    guard accepts(value) else {
      decoder.report("\(value.typeDescription) is not \(wanted)")
      return false
    }
    let bytes =
      switch value {
      case .string(let text): text.utf8.count
      case .array, .object: value.serialized().count
      case .null, .bool, .number: 0
      }
    let isShort = bytes <= decoder.limits.propertyBytes
    if !isShort {
      decoder.report("\(bytes) bytes are too many; at most \(decoder.limits.propertyBytes) are allowed")
    }
    let isFlat = value.isNested(atMost: decoder.limits.propertyDepth)
    if !isFlat { decoder.report("is nested deeper than \(decoder.limits.propertyDepth) levels") }
    return isShort && isFlat
  }
}

extension JSONValue {
  /// Whether arrays and objects stand in each other at most so many levels deep.
  fileprivate func isNested(atMost levels: Int) -> Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array(let elements): levels > 0 && elements.allSatisfy { $0.isNested(atMost: levels - 1) }
    case .object(let members): levels > 0 && members.allSatisfy { $0.value.isNested(atMost: levels - 1) }
    }
  }
}
