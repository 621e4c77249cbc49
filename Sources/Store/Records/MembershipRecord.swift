/// What an account is in one project.
public struct MembershipRecord: Sendable, Hashable {
  /// The account.
  public var accountID: String
  /// The project.
  public var projectID: String
  /// The role in the project; nil for somebody who only releases.
  public var role: ProjectRole?
  /// The ids of the project's environments that the account releases, in the order of their bytes.
  public var releases: [String]

  /// Creates a record.
  public init(accountID: String, projectID: String, role: ProjectRole?, releases: [String] = []) {
    self.accountID = accountID
    self.projectID = projectID
    self.role = role
    self.releases = releases
  }
}
