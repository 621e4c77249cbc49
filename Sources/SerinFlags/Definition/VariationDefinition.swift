/// A named outcome of a flag.
public struct VariationDefinition: Sendable, Hashable {
  /// Its name, within the flag.
  public var name: String
  /// Whether the flag is on in this variation.
  public var isEnabled: Bool
  /// Values that replace the properties' defaults.
  ///
  /// They count only while the variation is enabled: a disabled outcome always carries the default values.
  public var properties: JSONObject

  /// Creates a variation.
  public init(name: String, isEnabled: Bool, properties: JSONObject = [:]) {
    self.name = name
    self.isEnabled = isEnabled
    self.properties = properties
  }

  /// The variation as its member of `variations`.
  public var json: JSONValue {
    var object: JSONObject = ["enabled": .bool(isEnabled)]
    if !properties.isEmpty { object["properties"] = .object(properties) }
    return .object(object)
  }
}

extension VariationDefinition {
  init?(name: String, decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    decoder.checkKey(name)
    if decoder.mode == .write, name.hasSameBytes(as: Rollout.continueWord) {
      decoder.report("`\(Rollout.continueWord)` is reserved for `otherwise`; choose another name")
    }
    guard let object = decoder.object(value) else { return nil }
    decoder.checkMembers(of: object, known: ["enabled", "properties"])
    let isEnabled = decoder.required("enabled", of: object) { $0.bool($1) }
    let properties = decoder.optional("properties", of: object) { decoder, value in
      let values = decoder.object(value)
      if let values { Self.check(values, with: &decoder) }
      return values
    }
    guard let isEnabled else { return nil }
    self.init(name: name, isEnabled: isEnabled, properties: properties ?? [:])
  }

  private static func check(_ values: JSONObject, with decoder: inout DocumentDecoder) {
    _ = decoder.members(of: values) { decoder, name, value in
      if let type = decoder.propertyTypes[ExactString(name)] {
        decoder.checkValue(value, type, decoder.propertySchemas[ExactString(name)])
      } else {
        decoder.checkPropertyName(name)
      }
      return Void?.none
    }
  }
}
