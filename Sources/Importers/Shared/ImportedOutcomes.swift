import SerinFlags

/// The variations and the property that carry a source's values.
///
/// One variation for each of the source's; the value is in the property ``property``. A disabled outcome always has the
/// default value, so a variation is disabled exactly when its value is that default: `false`, `""`, `0` or `null`.
struct ImportedOutcomes {
  /// The property that holds the value.
  static let property = "value"

  let properties: [PropertyDefinition]
  let variations: [VariationDefinition]
  /// A variation that is disabled.
  let off: String

  /// Creates the outcomes.
  ///
  /// - Parameters:
  ///   - values: The source's variations with their values, each name once.
  ///   - hasOff: Whether there is a disabled variation that is none of the source's even when one of those is disabled.
  init(_ values: [(name: String, value: JSONValue)], hasOff: Bool = false) {
    let type = Self.type(of: values.map(\.value))
    let fallback = Self.fallback(of: type)
    var variations = values.map { name, value in
      let isEnabled = value != fallback
      return VariationDefinition(
        name: name, isEnabled: isEnabled, properties: isEnabled ? [Self.property: value] : [:])
    }
    if let disabled = variations.first(where: { !$0.isEnabled }), !hasOff {
      off = disabled.name
    } else {
      off = Self.unusedName("off", among: values.map(\.name))
      variations.append(VariationDefinition(name: off, isEnabled: false))
    }
    properties = [PropertyDefinition(name: Self.property, type: type, default: fallback)]
    self.variations = variations.sorted { $0.name.precedesInBytes($1.name) }
  }

  /// The narrowest type that holds all values.
  static func type(of values: [JSONValue]) -> PropertyType {
    let types: [PropertyType] = [.boolean, .string, .number]
    return types.first { type in !values.isEmpty && values.allSatisfy(type.accepts) } ?? .json
  }

  /// What a disabled outcome carries.
  static func fallback(of type: PropertyType) -> JSONValue {
    switch type {
    case .boolean: false
    case .string: ""
    case .number: 0
    case .json: .null
    }
  }

  /// A name that none of the others has.
  static func unusedName(_ name: String, among others: [String]) -> String {
    let taken = Set(others.map(ExactString.init))
    if !taken.contains(ExactString(name)) { return name }
    let free = (2...(others.count + 2)).lazy.map { "\(name)-\($0)" }.first { !taken.contains(ExactString($0)) }
    return free ?? name
  }
}
