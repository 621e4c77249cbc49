// How the properties and variations of a flag are read.
extension FlagDefinition {
  static func properties(
    of object: JSONObject, with decoder: inout DocumentDecoder
  ) -> [PropertyDefinition] {
    guard object["properties"] != nil else {
      decoder.propertyNames = []
      return []
    }
    let properties = decoder.optional("properties", of: object) { decoder, value -> [PropertyDefinition]? in
      guard let members = decoder.object(value) else { return nil }
      // Names of properties that are wrong inside still count as names, so that one mistake is one problem.
      decoder.propertyNames = Set(members.names.map(ExactString.init))
      decoder.checkCount(members.count, limit: decoder.limits.properties, of: "properties")
      return decoder.members(of: members) { PropertyDefinition(name: $1, decoding: $2, with: &$0) }
    }
    let sorted = (properties ?? []).sorted { $0.name.precedesInBytes($1.name) }
    for property in sorted { decoder.propertyTypes[ExactString(property.name)] = property.type }
    return sorted
  }

  static func variations(
    of object: JSONObject, with decoder: inout DocumentDecoder
  ) -> [VariationDefinition] {
    guard object["variations"] != nil else {
      decoder.variationNames = Set(standardVariations.map { ExactString($0.name) })
      return standardVariations
    }
    let variations = decoder.optional("variations", of: object) { decoder, value -> [VariationDefinition]? in
      guard let members = decoder.object(value) else { return nil }
      if members.isEmpty { decoder.report("must not be empty: a flag has at least one variation") }
      decoder.checkCount(members.count, limit: decoder.limits.variations, of: "variations")
      decoder.variationNames = Set(members.names.map(ExactString.init))
      return decoder.members(of: members) { VariationDefinition(name: $1, decoding: $2, with: &$0) }
    }
    return (variations ?? []).sorted { $0.name.precedesInBytes($1.name) }
  }

  /// Reads the off variation; it may be left out only when a disabled variation is named so.
  static func off(
    of object: JSONObject, variations: [VariationDefinition], with decoder: inout DocumentDecoder
  ) -> String? {
    decoder.member("off", of: object) { decoder, value in
      if let value {
        let name = decoder.variationName(value)
        let isEnabled = variations.contains { $0.isEnabled && name.map($0.name.hasSameBytes) == true }
        if decoder.mode == .write, isEnabled { decoder.report("must name a variation that is not enabled") }
        return name
      }
      let named = variations.first { $0.name.hasSameBytes(as: "off") }
      if let named, !named.isEnabled { return "off" }
      // Variations that are wrong themselves are reported already.
      guard let names = decoder.variationNames, named != nil || !names.contains(ExactString("off")) else { return nil }
      decoder.report("is missing; it may be left out only when there is a disabled variation named `off`")
      return nil
    }
  }
}
