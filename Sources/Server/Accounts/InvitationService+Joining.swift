import SerinFlags
import Store

extension InvitationService {
  /// Uses an invitation for whoever it is for: makes their account, or lets the one that they have join the project.
  ///
  /// Nobody becomes a member without having said so, whoever invites them.
  /// - Parameters:
  ///   - password: The new account's, or that of the account that there is.
  ///   - signIn: Looks at the password of an account that there is, as signing in does.
  ///   - source: Where the request comes from, as failures are counted; nil for what is not counted by that.
  /// - Throws: as ``accept(secret:name:password:requestID:)``; 422 for a wrong password, 429 after too many of them.
  func accept(
    secret: String, name: String, password: String, requestID: String, joining signIn: SignInService,
    from source: String?
  ) async throws(Problem) -> AccountRecord {
    let (invitation, email) = try await acceptable(secret)
    let found = try await withStore { () async throws(StoreError) in try await store.credential(email: email) }
    guard let found, let projectID = invitation.projectID else {
      return try await use(invitation, email: email, name: name, password: password, requestID: requestID)
    }
    guard let credential = try await signIn.check(password, of: found, email: email, source: source) else {
      throw Problem(path: "password", message: "is not the password of the account that \(email) has")
    }
    let account = credential.account
    let caller = Caller(actor: "account:\(account.id)", via: "api", requestID: requestID, access: nil)
    var edit = Edit(audit: caller.entry("member.join", "account:\(account.id)", reason: ""))
    edit.invitation = .accept(id: invitation.id)
    edit.membership = .set(
      MembershipRecord(
        accountID: account.id, projectID: projectID, role: invitation.role, releases: invitation.releases))
    try await commit(edit, chain: projectID)
    return account
  }
}
