/// What became of a job so far.
public enum JobState: String, Sendable, Hashable, CaseIterable {
  /// It waits for its instant, or to be tried again.
  case waiting
  /// A node works on it.
  case running
  /// It was done.
  case done
  /// There was nothing to do: everything was as it was meant to become.
  case noChange
  /// It cannot be done; the reason is on record.
  case failed
  /// Somebody took it back before its instant.
  case cancelled

  /// Whether nothing will happen any more.
  public var isFinished: Bool { self != .waiting && self != .running }
}

/// Work that is planned for an instant.
public struct JobRecord: Sendable, Hashable {
  /// `j_` and 16 base-32 characters.
  public var id: String
  /// What sort of work it is; says how the payload is read.
  public var kind: String
  /// No two jobs have the same: what must happen once is planned once.
  public var dedupeKey: String
  /// The project it belongs to.
  public var projectID: String
  /// The environment it changes; nil for what concerns the whole project.
  public var environmentID: String?
  /// The flag it is about; nil for none or several.
  public var flagID: String?
  /// The instant it is planned for, in milliseconds since 1970 UTC.
  public var dueAt: Int64
  /// The wall time that was asked for, such as `2027-01-15T09:00`; nil when an instant was given.
  public var wallTime: String?
  /// The time zone of the wall time, such as `America/New_York`.
  public var zone: String?
  /// Who planned it, as the audit log names them.
  public var actor: String
  /// Why; may be empty.
  public var reason: String
  /// What to do, as JSON text.
  public var payload: String
  /// What became of it so far.
  public var state: JobState
  /// How often it was begun.
  public var attempts: Int64
  /// When it is tried again, in milliseconds since 1970 UTC; nil for at its instant.
  public var retryAt: Int64?
  /// Until when the node that works on it holds it, in milliseconds since 1970 UTC.
  public var leaseUntil: Int64?
  /// Grows with each node that takes it.
  public var fence: Int64
  /// Why it failed, or why it is tried again.
  public var lastError: String?
  /// Grows by one with every change that people see; starts at 1.
  public var version: Int64
  /// When it was planned, in milliseconds since 1970 UTC.
  public var createdAt: Int64
  /// When it was over, in milliseconds since 1970 UTC.
  public var finishedAt: Int64?

  /// Creates the record of a job that waits.
  public init(
    id: String, kind: String, dedupeKey: String? = nil, projectID: String, environmentID: String? = nil,
    flagID: String? = nil, dueAt: Int64, wallTime: String? = nil, zone: String? = nil, actor: String,
    reason: String = "",
    payload: String, state: JobState = .waiting, attempts: Int64 = 0, retryAt: Int64? = nil, leaseUntil: Int64? = nil,
    fence: Int64 = 0, lastError: String? = nil, version: Int64 = 1, createdAt: Int64 = 0, finishedAt: Int64? = nil
  ) {
    self.id = id
    self.kind = kind
    self.dedupeKey = dedupeKey ?? id
    self.projectID = projectID
    self.environmentID = environmentID
    self.flagID = flagID
    self.dueAt = dueAt
    self.wallTime = wallTime
    self.zone = zone
    self.actor = actor
    self.reason = reason
    self.payload = payload
    self.state = state
    self.attempts = attempts
    self.retryAt = retryAt
    self.leaseUntil = leaseUntil
    self.fence = fence
    self.lastError = lastError
    self.version = version
    self.createdAt = createdAt
    self.finishedAt = finishedAt
  }
}

extension JobRecord {
  /// How many bytes the texts have that may be long.
  package var textBytes: Int { reason.utf8.count + payload.utf8.count + (lastError?.utf8.count ?? 0) }
}
