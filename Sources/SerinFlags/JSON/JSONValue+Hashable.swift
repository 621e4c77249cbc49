extension JSONValue: Hashable {
  /// Whether two values are the same JSON: strings by their bytes, objects irrespective of member order.
  ///
  /// A number that is not a number equals itself here, so that the relation holds for every value.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right || (left.isNaN && right.isNaN)
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes the value so that equal values hash alike.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0 as UInt8)
    case .bool(let value):
      hasher.combine(1 as UInt8)
      hasher.combine(value)
    case .number(let value):
      hasher.combine(2 as UInt8)
      hasher.combine(value.isNaN ? Double.nan : value)
    case .string(let value):
      hasher.combine(3 as UInt8)
      hasher.combine(ExactString(value))
    case .array(let elements):
      hasher.combine(4 as UInt8)
      hasher.combine(elements)
    case .object(let object):
      hasher.combine(5 as UInt8)
      hasher.combine(object)
    }
  }
}
