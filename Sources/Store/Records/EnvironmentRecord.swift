/// An environment of a project: one ruleset with a revision of its own.
public struct EnvironmentRecord: Sendable, Hashable {
  /// `e_` and 16 base-32 characters.
  public var id: String
  /// A small number, unique in the store, that leads the keys of event tables.
  public var number: Int64
  /// The project it belongs to.
  public var projectID: String
  /// The key that people type, unique in the project.
  public var key: String
  /// What people read.
  public var name: String
  /// Whether a change here needs the approval of somebody else.
  public var isProtected: Bool
  /// How many approvals a change here needs while it is protected.
  public var approvalsNeeded: Int64
  /// Whether a sample of the contexts that evaluations bring is kept for a day.
  public var keepsContexts: Bool
  /// Its place in lists, from 0.
  public var position: Int64
  /// Grows by one with every change of what people write about it: everything above but its id, number and project; starts at 1.
  public var version: Int64
  /// Grows by one with every change that touches what it holds, within an epoch.
  public var revision: Int64
  /// The sum of its items' digests modulo 2^128: equal digests mean equal rulesets.
  public var digest: Digest128
  /// When it was created, in milliseconds since 1970 UTC.
  public var createdAt: Int64

  /// Creates a record.
  public init(
    id: String, number: Int64, projectID: String, key: String, name: String = "", isProtected: Bool = false,
    approvalsNeeded: Int64 = 1, keepsContexts: Bool = true, position: Int64, version: Int64 = 1, revision: Int64 = 0,
    digest: Digest128 = .zero, createdAt: Int64
  ) {
    self.id = id
    self.number = number
    self.projectID = projectID
    self.key = key
    self.name = name
    self.isProtected = isProtected
    self.approvalsNeeded = approvalsNeeded
    self.keepsContexts = keepsContexts
    self.position = position
    self.version = version
    self.revision = revision
    self.digest = digest
    self.createdAt = createdAt
  }
}
