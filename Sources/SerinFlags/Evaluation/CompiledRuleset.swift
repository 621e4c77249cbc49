/// Every flag of one environment, ready to be evaluated.
///
/// A value type: a copy with one flag changed shares all the others, so a reader keeps a consistent set for as long as
/// it holds one. Archived flags are not in it.
public struct CompiledRuleset: Sendable {
  /// Grows when a store is restored; revisions compare only within one epoch.
  public var epoch: Int64
  /// Grows with every change.
  public var revision: Int64
  /// The flags by key, in the order of their keys' bytes.
  package private(set) var flags: KeyedTable<CompiledFlag>

  /// Creates a ruleset without flags.
  public init(epoch: Int64 = 0, revision: Int64 = 0) {
    self.epoch = epoch
    self.revision = revision
    flags = KeyedTable()
  }

  /// Prepares every flag of a document that is not archived.
  public init(_ document: RulesetDocument) {
    epoch = document.epoch
    revision = document.revision
    flags = KeyedTable(
      document.flags.lazy.filter { !$0.isArchived }.map { entry in (key: entry.key, value: CompiledFlag(entry)) })
  }

  /// How many flags there are.
  public var count: Int { flags.count }

  /// The keys in the order of their bytes.
  public var keys: [String] { flags.map(\.key) }

  /// The flag of that key, or nil when it is unknown or archived.
  public subscript(key: String) -> CompiledFlag? { flags[key] }

  /// The answer of one flag, or nil when it is unknown or archived.
  public func evaluate(_ key: String, for context: FlagContext) -> Evaluation? {
    flags[key]?.evaluate(for: context)
  }

  /// The answers of all flags, in the order of their keys' bytes.
  public func evaluateAll(for context: FlagContext) -> [Evaluation] {
    flags.map { $0.value.evaluate(for: context) }
  }

  /// Replaces a flag or adds it.
  public mutating func set(_ flag: CompiledFlag) {
    flags[flag.key] = flag
  }

  /// Removes a flag, for example because it was archived.
  public mutating func remove(_ key: String) {
    flags.removeValue(forKey: key)
  }
}
