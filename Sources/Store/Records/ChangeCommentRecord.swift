/// What somebody wrote about a change request.
public struct ChangeCommentRecord: Sendable, Hashable {
  /// `cm_` and 16 base-32 characters.
  public var id: String
  /// The change request.
  public var requestID: String
  /// Who wrote it, as the audit log names them.
  public var actor: String
  /// What they wrote.
  public var text: String
  /// When, in milliseconds since 1970 UTC.
  public var at: Int64

  /// Creates a record.
  public init(id: String, requestID: String, actor: String, text: String, at: Int64 = 0) {
    self.id = id
    self.requestID = requestID
    self.actor = actor
    self.text = text
    self.at = at
  }
}
