/// What the server must remember about people: accounts, what they are in projects, and links that invite them.
///
/// Accounts, memberships and invitations are changed by ``ConfigurationStore/commit(_:)``, so that the audit log knows of it.
public protocol AccountStore: Sendable {
  /// Every account, disabled ones included, in the order of their addresses' bytes.
  func accounts() async throws(StoreError) -> [AccountRecord]

  /// Whether there is any account, a disabled one included.
  func hasAccounts() async throws(StoreError) -> Bool

  /// The account with an id and what it may do; nil when there is none.
  func rights(accountID: String) async throws(StoreError) -> AccountRights?

  /// The account with an address and what its password is compared with; nil when there is none.
  ///
  /// - Parameter email: The address as accounts have it: letters of ASCII in lower case.
  func credential(email: String) async throws(StoreError) -> AccountCredential?

  /// The members of a project, disabled accounts included, by account id.
  func memberships(projectID: String) async throws(StoreError) -> [MembershipRecord]

  /// The invitations of a project, or all when `projectID` is nil, oldest first; used and expired ones included.
  func invitations(projectID: String?) async throws(StoreError) -> [InvitationRecord]

  /// The invitation whose secret has this SHA-256, whatever its state; nil when there is none.
  func invitation(secretHash: [UInt8]) async throws(StoreError) -> InvitationRecord?

  /// Puts another hash of the same password in the place of `old`; nothing happens when the account has another by now.
  ///
  /// Without an audit row, since nobody changed anything: the hash only became harder to guess from.
  func replacePasswordHash(accountID: String, old: String, by new: String) async throws(StoreError)
}
