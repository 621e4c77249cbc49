/// A typed value that a flag carries.
public struct PropertyDefinition: Sendable, Hashable {
  /// Its name, within the flag.
  public var name: String
  /// Its type.
  public var type: PropertyType
  /// Its value when a variation gives no other, and whenever the flag is disabled.
  public var `default`: JSONValue

  /// Creates a property.
  public init(name: String, type: PropertyType, default: JSONValue) {
    self.name = name
    self.type = type
    self.default = `default`
  }

  /// The property as its member of `properties`.
  public var json: JSONValue {
    ["type": .string(type.rawValue), "default": self.default]
  }
}

extension PropertyDefinition {
  init?(name: String, decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    decoder.checkKey(name)
    guard let object = decoder.object(value) else { return nil }
    decoder.checkMembers(of: object, known: ["type", "default"], later: ["schema"])
    let type = decoder.required("type", of: object) { PropertyType(decoding: $1, with: &$0) }
    let value = decoder.required("default", of: object) { decoder, value in
      if let type { type.check(value, with: &decoder) }
      return value
    }
    guard let type, let value else { return nil }
    self.init(name: name, type: type, default: value)
  }
}
