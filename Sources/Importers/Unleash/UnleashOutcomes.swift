import SerinFlags

/// The variations of one feature while its rules are read.
///
/// Each variant becomes a variation of its name, `on` is the feature without a variant, and `off` is the feature that is
/// not enabled. Names that variants take already get a number.
struct UnleashOutcomes {
  /// The variation that is disabled.
  let off: String
  /// The variation without a variant.
  let on: String
  private let reserved: [String]
  private var variants: [(name: String, variation: String, payload: JSONValue?, path: String)] = []

  /// What Unleash calls the variant of a feature that has none.
  private static let noVariant = "disabled"

  init(of feature: JSONValue) {
    let lists = [feature] + (feature["strategies"]?.arrayValue ?? [])
    let names = lists.flatMap { $0["variants"]?.arrayValue ?? [] }.compactMap { $0["name"]?.stringValue }
    off = ImportedOutcomes.unusedName("off", among: names)
    on = ImportedOutcomes.unusedName("on", among: names)
    reserved = names
  }

  /// The variation of a variant.
  mutating func variation(of variant: JSONValue, path: String, findings: inout FindingList) -> String {
    guard let name = variant["name"]?.stringValue, KeyGrammar.isValidImportedKey(name) else {
      findings.leaveOut(DocumentPath.member(path, "name"), KeyGrammar.importedRule)
      return on
    }
    if name.hasSameBytes(as: "continue") || name.hasSameBytes(as: Self.noVariant) {
      findings.leaveOut(DocumentPath.member(path, "name"), "\(DocumentPath.quoted(name)) has a meaning of its own")
    }
    let payload = Self.payload(of: variant, path: path, findings: &findings)
    let known = variants.first { $0.name.hasSameBytes(as: name) && $0.payload == payload }
    if let known { return known.variation }
    var variation = name
    if variants.contains(where: { $0.name.hasSameBytes(as: name) }) {
      variation = ImportedOutcomes.unusedName(name, among: reserved + variants.map(\.variation) + [on, off])
      findings.changed(
        path, "\(DocumentPath.quoted(name)) has two payloads, so this one becomes \(DocumentPath.quoted(variation))")
    }
    variants.append((name, variation, payload, path))
    return variation
  }

  private static func payload(of variant: JSONValue, path: String, findings: inout FindingList) -> JSONValue? {
    guard let payload = variant["payload"], !payload.isNull else { return Optional.none }
    let path = DocumentPath.member(path, "payload")
    guard let type = payload["type"]?.stringValue, let text = payload["value"]?.stringValue else {
      findings.leaveOut(path, "has not a type and a value in text")
      return Optional.none
    }
    let parsed = try? JSONValue(parsing: text.utf8)
    switch type {
    case "string", "csv":
      return .string(text)
    case "number" where parsed?.numberValue != nil, "json" where parsed != nil:
      return parsed
    case "number", "json":
      findings.changed(DocumentPath.member(path, "value"), "is not of the type \(type) and becomes a text")
      return .string(text)
    default:
      findings.leaveOut(DocumentPath.member(path, "type"), "\(DocumentPath.quoted(type)) is not a known type")
      return Optional.none
    }
  }

  /// Writes what was used into the flag.
  func finish(_ flag: inout FlagDefinition, findings: inout FindingList) {
    let payloads = variants.compactMap(\.payload)
    let type = ImportedOutcomes.type(of: payloads)
    flag.variations = [
      VariationDefinition(name: off, isEnabled: false), VariationDefinition(name: on, isEnabled: true),
    ]
    for variant in variants {
      var properties: JSONObject = [:]
      if let payload = variant.payload {
        properties[ImportedOutcomes.property] = payload
      } else if !payloads.isEmpty {
        let value = ImportedOutcomes.fallback(of: type).text()
        findings.changed(variant.path, "has no payload beside variants that have one; its value is \(value)")
      }
      flag.variations.append(
        VariationDefinition(name: variant.variation, isEnabled: true, properties: properties))
    }
    flag.variations.sort { $0.name.precedesInBytes($1.name) }
    guard !payloads.isEmpty else { return }
    let fallback = ImportedOutcomes.fallback(of: type)
    flag.properties = [PropertyDefinition(name: ImportedOutcomes.property, type: type, default: fallback)]
    flag.value = ImportedOutcomes.property
  }

  /// The variations by the name of the variant that Unleash gives in them.
  var variationsByVariant: [ExactString: [String]] {
    var result = [ExactString(Self.noVariant): [on]]
    for variant in variants { result[ExactString(variant.name), default: []].append(variant.variation) }
    return result
  }
}
