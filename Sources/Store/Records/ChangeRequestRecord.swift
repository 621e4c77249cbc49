/// How far a change request is.
public enum ChangeRequestState: String, Sendable, Hashable, CaseIterable {
  /// It waits for approvals.
  case open
  /// It has the approvals that it needs.
  case approved
  /// It was applied.
  case applied
  /// Somebody turned it down.
  case rejected
  /// What it started from has changed.
  case stale
}

/// A change of one environment that others have to approve.
public struct ChangeRequestRecord: Sendable, Hashable {
  /// `cr_` and 16 base-32 characters.
  public var id: String
  /// The environment that it changes.
  public var environmentID: String
  /// Who proposed it: `account:<id>`, or `token:<id>` for a token without account.
  public var author: String
  /// What it is called.
  public var title: String
  /// Why; may be empty.
  public var description: String
  /// What it does, as JSON text.
  public var patch: String
  /// What it started from, as JSON text.
  public var baseVersions: String
  /// SHA-256 over environment, patch and base: what approvals are bound to.
  public var contentHash: [UInt8]
  /// How far it is.
  public var state: ChangeRequestState
  /// The job that applies it at an instant; nil when there is none.
  public var jobID: String?
  /// Grows by one with every change of it and with every verdict; starts at 1.
  public var version: Int64
  /// When it was proposed, in milliseconds since 1970 UTC.
  public var createdAt: Int64
  /// When it was applied, in milliseconds since 1970 UTC.
  public var appliedAt: Int64?
  /// The environment's revision that came of it; nil when it touched only other environments or none.
  public var appliedRevision: Int64?

  /// Creates a record.
  public init(
    id: String, environmentID: String, author: String, title: String, description: String, patch: String,
    baseVersions: String, contentHash: [UInt8], state: ChangeRequestState = .open, jobID: String? = nil,
    version: Int64 = 1, createdAt: Int64 = 0, appliedAt: Int64? = nil, appliedRevision: Int64? = nil
  ) {
    self.id = id
    self.environmentID = environmentID
    self.author = author
    self.title = title
    self.description = description
    self.patch = patch
    self.baseVersions = baseVersions
    self.contentHash = contentHash
    self.state = state
    self.jobID = jobID
    self.version = version
    self.createdAt = createdAt
    self.appliedAt = appliedAt
    self.appliedRevision = appliedRevision
  }
}

extension ChangeRequestRecord {
  /// How many bytes the texts have that may be long.
  package var textBytes: Int {
    title.utf8.count + description.utf8.count + patch.utf8.count + baseVersions.utf8.count
  }
}
