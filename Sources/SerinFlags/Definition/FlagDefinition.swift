/// One flag as a document describes it.
///
/// Variations and properties are sorted by the bytes of their names when they come from a document; rules keep their
/// order, since the first one that matches decides.
public struct FlagDefinition: Sendable {
  /// The key that apps ask for.
  public var key: String
  /// What it is for.
  public var kind: FlagKind
  /// Who answers for it.
  public var owner: String
  /// The first calendar day on which it counts as expired (`2027-03-01`), or nil.
  public var expires: String?
  /// What it does, in words.
  public var description: String
  /// Free words for finding it.
  public var tags: [String]
  /// Whether it is off for everybody, with default property values.
  public var isKilled: Bool
  /// Whether it is left out of every answer.
  public var isArchived: Bool
  /// The typed values it carries.
  public var properties: [PropertyDefinition]
  /// Its outcomes.
  public var variations: [VariationDefinition]
  /// The variation of units that are not drawn.
  ///
  /// A document may leave it out only when there is a disabled variation named `off`.
  public var off: String
  /// The variation when no rule matches; a document that leaves it out means the off variation.
  public var `default`: String
  /// The property that is the flag's value in OpenFeature; nil for whether it is enabled.
  public var value: String?
  /// Other flags that must serve something first; otherwise the off variation is served.
  public var prerequisites: [Prerequisite]
  /// The rules in their order.
  public var rules: [RuleDefinition]

  /// The variations of a document that names none: `off`, which is disabled, and `on`, which is enabled.
  public static let standardVariations = [
    VariationDefinition(name: "off", isEnabled: false), VariationDefinition(name: "on", isEnabled: true),
  ]

  /// Creates a flag in code; nothing is checked before it is written as a document or evaluated.
  public init(
    key: String, kind: FlagKind, owner: String = "", expires: String? = nil, description: String = "",
    tags: [String] = [], isKilled: Bool = false, isArchived: Bool = false, properties: [PropertyDefinition] = [],
    variations: [VariationDefinition] = FlagDefinition.standardVariations, off: String = "off",
    default: String? = nil, value: String? = nil, prerequisites: [Prerequisite] = [], rules: [RuleDefinition] = []
  ) {
    self.key = key
    self.kind = kind
    self.owner = owner
    self.expires = expires
    self.description = description
    self.tags = tags
    self.isKilled = isKilled
    self.isArchived = isArchived
    self.properties = properties
    self.variations = variations
    self.off = off
    self.default = `default` ?? off
    self.value = value
    self.prerequisites = prerequisites
    self.rules = rules
  }
}
