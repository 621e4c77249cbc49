/// A place in a document that names another flag or a segment.
struct DocumentReference {
  /// What is named.
  enum Target {
    /// A flag that must be decided first; with the variation that it is asked about, where there is one.
    case flag(String, serves: String?)
    /// A flag whose impressions are looked at: nothing has to be decided first.
    case seen(String)
    /// A segment.
    case segment(String)
  }

  let target: Target
  /// The path of the member that names it.
  let path: String
  /// The place of the flag's rule whose condition names it, or nil.
  let rule: Int?
}

/// Finds the references of flags and segments, in document order.
///
/// Paths are put together only where a reference stands, since most conditions have none.
struct ReferenceWalk {
  private(set) var references: [DocumentReference] = []
  private let root: String
  private var steps: [String] = []
  private var rule: Int?

  /// The references of a flag; none when it is malformed.
  init(_ entry: FlagEntry) {
    root = DocumentPath.member("flags", entry.key)
    guard let definition = entry.definition else { return }
    for (index, prerequisite) in definition.prerequisites.enumerated() {
      steps = ["prerequisites[\(index)]"]
      var variation: String?
      if case .serves(let name) = prerequisite.requirement { variation = name }
      note(.flag(prerequisite.flag, serves: variation), at: "flag")
    }
    for (index, rule) in definition.rules.enumerated() {
      steps = ["rules[\(index)].when"]
      self.rule = index
      if let when = rule.when { walk(when) }
    }
  }

  /// The references of a segment; none when it is malformed.
  init(_ entry: SegmentEntry) {
    root = DocumentPath.member("segments", entry.key)
    if let definition = entry.definition { walk(definition.condition) }
  }

  private mutating func walk(_ condition: Condition) {
    switch condition {
    case .all(let parts): walk(parts, of: "all")
    case .any(let parts): walk(parts, of: "any")
    case .not(let part):
      steps.append("not")
      walk(part)
      steps.removeLast()
    case .segment(let key): note(.segment(key), at: "segment")
    case .flag(let key, let variation): note(.flag(key, serves: variation), at: "flag")
    case .behaviour(let fact):
      if case .seen(let flag) = fact.action { note(.seen(flag), at: "behaviour.seen") }
    case .attribute, .percent, .now, .list, .listed: break
    }
  }

  private mutating func walk(_ parts: [Condition], of group: String) {
    for (index, part) in parts.enumerated() {
      steps.append(DocumentPath.element(group, index))
      walk(part)
      steps.removeLast()
    }
  }

  private mutating func note(_ target: DocumentReference.Target, at member: String) {
    let path = ([root] + steps + [member]).joined(separator: ".")
    references.append(DocumentReference(target: target, path: path, rule: rule))
  }
}
