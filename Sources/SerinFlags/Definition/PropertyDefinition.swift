/// A typed value that a flag carries.
public struct PropertyDefinition: Sendable, Hashable {
  /// Its name, within the flag.
  public var name: String
  /// Its type.
  public var type: PropertyType
  /// Its value when a variation gives no other, and whenever the flag is disabled.
  public var `default`: JSONValue
  /// What its values must look like beside its type, as JSON Schema; nil for anything of the type.
  ///
  /// It is for whoever writes a flag. Evaluation does not look at it, and a reader keeps one that it does not understand.
  public var schema: JSONValue?

  /// Creates a property.
  public init(name: String, type: PropertyType, default: JSONValue, schema: JSONValue? = nil) {
    self.name = name
    self.type = type
    self.default = `default`
    self.schema = schema
  }

  /// The property as its member of `properties`.
  public var json: JSONValue {
    var object: JSONObject = ["type": .string(type.rawValue), "default": self.default]
    if let schema { object["schema"] = schema }
    return .object(object)
  }
}

extension DocumentDecoder {
  /// Checks a property's value; what is not known of the property is not looked at.
  mutating func checkValue(_ value: JSONValue, _ type: PropertyType?, _ schema: PropertySchema?) {
    let isTyped = type?.check(value, with: &self) ?? true
    // One mistake is one problem: of another type the schema would say so again.
    if isTyped { schema?.check(value, with: &self) }
  }
}

extension PropertyDefinition {
  init?(name: String, decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    decoder.checkKey(name)
    guard let object = decoder.object(value) else { return nil }
    decoder.checkMembers(of: object, known: ["type", "default", "schema"])
    let type = decoder.required("type", of: object) { PropertyType(decoding: $1, with: &$0) }
    let schema =
      decoder.mode == .write
      ? decoder.optional("schema", of: object) { PropertySchema(reading: $1, with: &$0) } : nil
    let value = decoder.required("default", of: object) { decoder, value in
      decoder.checkValue(value, type, schema)
      return value
    }
    guard let type, let value else { return nil }
    if let schema { decoder.propertySchemas[ExactString(name)] = schema }
    self.init(name: name, type: type, default: value, schema: object["schema"])
  }
}
