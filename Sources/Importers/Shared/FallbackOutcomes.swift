import SerinFlags

/// The variations and the property of a flag whose source says what the flag gives when it is off.
///
/// Each value of the source is a variation that carries it in the property `value`. A boolean's variation is enabled
/// when the value is true; that of any other type is always enabled, so that its value counts. There is one outcome
/// more, which is disabled: what the flag gives when it is off.
struct FallbackOutcomes {
  let properties: [PropertyDefinition]
  let variations: [VariationDefinition]
  /// The name of the disabled outcome.
  let off: String

  /// Makes the outcomes.
  ///
  /// - Parameters:
  ///   - values: The source's values by variation name; the names differ.
  ///   - off: What the flag gives when it is off; nil where the source leaves the value to the caller's default. The
  ///     property is then JSON and null, which no typed accessor takes, so that the caller's default counts here too.
  ///     Booleans always give false.
  ///   - sharesOff: Whether a false variation of a boolean may be that outcome itself.
  init(_ values: [(name: String, value: JSONValue)], off: JSONValue?, sharesOff: Bool = false) {
    let type = ImportedOutcomes.type(of: values.map(\.value) + (off.map { [$0] } ?? []))
    let isBoolean = type == .boolean
    let shared = isBoolean && sharesOff ? values.first { $0.value == false }?.name : nil
    let name = shared ?? ImportedOutcomes.unusedName(off == nil ? "none" : "off", among: values.map(\.name))
    self.off = name
    let fallback: JSONValue = isBoolean ? false : off ?? .null
    properties = [
      PropertyDefinition(
        name: ImportedOutcomes.property, type: off == nil && !isBoolean ? .json : type, default: fallback)
    ]
    let named = values.map { name, value in
      VariationDefinition(
        name: name, isEnabled: !isBoolean || value == true,
        properties: isBoolean && value == false ? [:] : [ImportedOutcomes.property: value])
    }
    let all = shared == nil ? named + [VariationDefinition(name: name, isEnabled: false)] : named
    variations = all.sorted { $0.name.precedesInBytes($1.name) }
  }

  /// A flag with these outcomes and without rules.
  func flag(_ key: String, kind: FlagKind = .release, owner: String, default: String? = nil) -> FlagDefinition {
    FlagDefinition(
      key: key, kind: kind, owner: owner, properties: properties, variations: variations, off: off,
      default: `default` ?? off, value: ImportedOutcomes.property)
  }
}
