/// An edit that somebody has begun and not saved.
public struct DraftRecord: Sendable, Hashable {
  /// Whose it is, as the audit log names them.
  public var owner: String
  /// The project's id.
  public var projectID: String
  /// The id of the environment that the edit is of.
  public var environmentID: String
  /// What is edited: `flag:` or `segment:` and its key.
  public var object: String
  /// The version that the edit started from; nil for something new.
  public var base: String?
  /// The edit as JSON text, as whoever edits wants it.
  public var document: String
  /// When it was kept last, in milliseconds since 1970 UTC.
  public var updatedAt: Int64

  /// Creates a record.
  public init(
    owner: String, projectID: String, environmentID: String, object: String, base: String?, document: String,
    updatedAt: Int64 = 0
  ) {
    self.owner = owner
    self.projectID = projectID
    self.environmentID = environmentID
    self.object = object
    self.base = base
    self.document = document
    self.updatedAt = updatedAt
  }
}

extension DraftRecord {
  /// Refuses U+0000 in any text, as changes do.
  package func checkText() throws(StoreError) {
    try refuseNUL(
      in: [("owner", owner), ("object", object), ("base", base), ("document", document)], of: "draft")
  }
}
