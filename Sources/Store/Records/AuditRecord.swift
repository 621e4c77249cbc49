/// One row of the audit log: who changed what, through which path, why, and what it was before and after.
public struct AuditRecord: Sendable, Hashable {
  /// The chain: a project's id, or `instance`.
  public var chain: String
  /// Its number in the chain, from 1 without gaps.
  public var sequence: Int64
  /// When, in milliseconds since 1970 UTC.
  public var at: Int64
  /// Who, why and what.
  public var entry: AuditEntry
  /// The environment that was changed; nil when the change is the project's or the instance's.
  public var environmentID: String?
  /// The environment's revision after the change; nil when no environment changed.
  public var revision: Int64?
  /// What was there before, as a JSON document; nil when nothing was, or when it was erased.
  public var before: String?
  /// What is there after, as a JSON document; nil when it was erased.
  public var after: String?

  /// Creates a record.
  public init(
    chain: String, sequence: Int64, at: Int64, entry: AuditEntry, environmentID: String?, revision: Int64?,
    before: String?, after: String?
  ) {
    self.chain = chain
    self.sequence = sequence
    self.at = at
    self.entry = entry
    self.environmentID = environmentID
    self.revision = revision
    self.before = before
    self.after = after
  }
}
