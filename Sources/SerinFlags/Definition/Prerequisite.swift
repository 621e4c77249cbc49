/// Another flag that must serve something before a flag's rules are tried.
public struct Prerequisite: DocumentPart {
  /// The key of the other flag.
  public var flag: String
  /// What it must serve for the same context.
  public var requirement: Requirement

  /// What the other flag must serve.
  public enum Requirement: Sendable, Hashable {
    /// A variation that is enabled, or one that is not.
    case enabled(Bool)
    /// This variation.
    case serves(String)
  }

  /// Creates a prerequisite.
  public init(flag: String, _ requirement: Requirement = .enabled(true)) {
    self.flag = flag
    self.requirement = requirement
  }

  /// The prerequisite as an element of `prerequisites`.
  public var json: JSONValue {
    switch requirement {
    case .enabled(let isEnabled): ["flag": .string(flag), "enabled": .bool(isEnabled)]
    case .serves(let variation): ["flag": .string(flag), "serves": .string(variation)]
    }
  }
}

extension Prerequisite {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let object = decoder.object(value) else { return nil }
    decoder.checkMembers(of: object, known: ["flag", "enabled", "serves"])
    let flag = decoder.required("flag", of: object) { $0.reference($1) }
    let isEnabled = decoder.optional("enabled", of: object) { $0.bool($1) }
    let variation = decoder.optional("serves", of: object) { $0.name($1) }
    if (object["enabled"] == nil) == (object["serves"] == nil) {
      decoder.report("must have one of the members enabled, serves")
    }
    guard let flag else { return nil }
    if let variation {
      self.init(flag: flag, .serves(variation))
    } else {
      self.init(flag: flag, .enabled(isEnabled ?? true))
    }
  }
}
