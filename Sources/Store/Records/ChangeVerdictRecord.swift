/// What somebody said of a change request with a certain content.
public struct ChangeVerdictRecord: Sendable, Hashable {
  /// Yes or no.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    case approve, reject
  }

  /// The change request.
  public var requestID: String
  /// Who said it: `account:<id>`, or `token:<id>` for a token without account.
  public var person: String
  /// The content that they saw.
  public var contentHash: [UInt8]
  /// What they said.
  public var verdict: Verdict
  /// When, in milliseconds since 1970 UTC.
  public var at: Int64

  /// Creates a record.
  public init(requestID: String, person: String, contentHash: [UInt8], verdict: Verdict, at: Int64 = 0) {
    self.requestID = requestID
    self.person = person
    self.contentHash = contentHash
    self.verdict = verdict
    self.at = at
  }
}
