import SerinFlags
import Store

/// Links that make an account: for the first administrator, and for whoever is invited.
struct InvitationService: Sendable {
  /// How long an invitation is good when nothing else is said, and at most, in milliseconds.
  static let standardLifetime: Int64 = 7 * 24 * 60 * 60 * 1000
  static let longestLifetime: Int64 = 30 * 24 * 60 * 60 * 1000

  let store: any ConfigurationStore
  let passwords: PasswordPool
  /// Milliseconds since 1970 UTC.
  let clock: @Sendable () -> Int64

  /// What an invitation gives.
  struct Grant: Sendable {
    var isRoot = false
    var projectID: String?
    var role: ProjectRole?
    var releases: [String] = []
  }

  /// Makes an invitation.
  ///
  /// The secret of its link is in the answer and nowhere else.
  ///
  /// Whether the address has an account makes no difference to one of a project, so that its admins cannot find out who
  /// has accounts here: whoever has one joins with it.
  ///
  /// - Parameter lifetime: How long it is good, in milliseconds; nil for a week.
  /// - Throws: 409 when the address has an account already and the invitation is to the instance.
  func create(
    email text: String, _ grant: Grant, lifetime: Int64?, by caller: Caller, reason: String
  ) async throws(Problem) -> (invitation: InvitationRecord, secret: String) {
    let email = try PersonalData.email(text)
    let lifetime = lifetime ?? Self.standardLifetime
    guard (60_000...Self.longestLifetime).contains(lifetime) else {
      throw Problem(path: "expiresIn", message: "must be from 1 minute to 30 days, not \(lifetime / 1000) seconds")
    }
    let found = try await withStore { () async throws(StoreError) in try await store.credential(email: email) }
    guard found == nil || grant.projectID != nil else {
      throw Problem(.conflict, "\(email) has an account already; make it a member instead")
    }
    let secret = RandomSecret.make()
    let invitation = InvitationRecord(
      id: RecordID.make(prefix: "i_"), purpose: .account, secretHash: RandomSecret.hash(secret.utf8), email: email,
      isRoot: grant.isRoot, projectID: grant.projectID, role: grant.role, releases: grant.releases,
      createdBy: caller.actor, expiresAt: clock() + lifetime)
    var edit = Edit(audit: caller.entry("invitation.create", "invitation:\(invitation.id)", reason: reason))
    edit.invitation = .create(invitation)
    try await commit(edit, chain: grant.projectID)
    let hash = invitation.secretHash
    let saved = try await withStore { () async throws(StoreError) in try await store.invitation(secretHash: hash) }
    guard let saved else { throw Problem(.internalError, "the invitation was saved but cannot be read back") }
    return (saved, secret)
  }

  /// The invitations of a project, or those of the instance when it is nil, oldest first.
  func invitations(projectID: String?) async throws(Problem) -> [InvitationRecord] {
    let all = try await withStore { () async throws(StoreError) in try await store.invitations(projectID: projectID) }
    return all.filter { $0.projectID == projectID && $0.purpose == .account }
  }

  /// Takes an invitation back; nothing happens when it was used or taken back already.
  func revoke(_ id: String, projectID: String?, by caller: Caller, reason: String) async throws(Problem) {
    guard try await invitations(projectID: projectID).contains(where: { $0.id == id }) else {
      throw Problem(.notFound, "there is no invitation \"\(id)\"")
    }
    var edit = Edit(audit: caller.entry("invitation.revoke", "invitation:\(id)", reason: reason))
    edit.invitation = .revoke(id: id)
    try await commit(edit, chain: projectID)
  }

  /// Uses an invitation: makes the account that it is for, with what it gives.
  ///
  /// - Throws: 404 for a secret that is none; 409 when the link was used, was taken back or has expired, when whoever made it
  ///   may no longer invite, and when there is such an account by now.
  func accept(secret: String, name: String, password: String, requestID: String) async throws(Problem) -> AccountRecord
  {
    let (invitation, email) = try await acceptable(secret)
    return try await use(invitation, email: email, name: name, password: password, requestID: requestID)
  }

  /// The invitation that a secret belongs to, with the address that it is for.
  func acceptable(_ secret: String) async throws(Problem) -> (InvitationRecord, email: String) {
    let invitation = try await usable(secret, for: .account)
    guard let email = invitation.email else { throw Self.unknown }
    try await checkInviter(of: invitation)
    return (invitation, email)
  }

  /// The link that a secret belongs to, while it is good.
  func usable(_ secret: String, for purpose: InvitationRecord.Purpose) async throws(Problem) -> InvitationRecord {
    let hash = RandomSecret.hash(secret.utf8)
    let found = try await withStore { () async throws(StoreError) in try await store.invitation(secretHash: hash) }
    guard let found, found.purpose == purpose else { throw Self.unknown }
    if let refusal = found.refusal(at: clock()) { throw Problem(.conflict, refusal) }
    return found
  }

  /// Makes the account that a link is for.
  ///
  /// The store looks at the link once more.
  func use(
    _ invitation: InvitationRecord, email: String, name: String, password: String, requestID: String
  ) async throws(Problem) -> AccountRecord {
    let account = AccountRecord(
      id: RecordID.make(prefix: "a_"), email: email, name: try PersonalData.name(name), isRoot: invitation.isRoot)
    let hash = try await passwords.hash(try PersonalData.newPassword(password, of: email))
    let caller = Caller(actor: "account:\(account.id)", via: "api", requestID: requestID, access: nil)
    var edit = Edit(audit: caller.entry("account.create", "account:\(account.id)", reason: ""))
    edit.invitation = .accept(id: invitation.id)
    edit.account = .create(account, passwordHash: hash)
    if let projectID = invitation.projectID {
      edit.membership = .set(
        MembershipRecord(
          accountID: account.id, projectID: projectID, role: invitation.role, releases: invitation.releases))
    }
    try await commit(edit, chain: invitation.projectID)
    let rights = try await withStore { () async throws(StoreError) in try await store.rights(accountID: account.id) }
    guard let rights else { throw Problem(.internalError, "the account was saved but cannot be read back") }
    return rights.account
  }

  /// An invitation is worth no more than what its maker may do when it is used.
  private func checkInviter(of invitation: InvitationRecord) async throws(Problem) {
    let now = clock()
    let maker = invitation.createdBy
    let mayInvite = try await withStore { () async throws(StoreError) -> Bool in
      var accountID: String?
      if maker.hasPrefix("token:") {
        let tokens = try await store.tokens(projectID: nil)
        guard let token = tokens.first(where: { "token:\($0.id)" == maker }), token.isAccepted(at: now) else {
          return false
        }
        guard let owner = token.accountID else { return true }
        accountID = owner
      } else {
        accountID = String(maker.dropFirst("account:".count))
      }
      guard let accountID, let rights = try await store.rights(accountID: accountID), rights.account.disabledAt == nil
      else { return false }
      let isAdmin = rights.memberships.contains { $0.projectID == invitation.projectID && $0.role == .admin }
      return rights.account.isRoot || (isAdmin && !invitation.isRoot)
    }
    guard mayInvite else { throw Problem(.conflict, "whoever made the link may no longer invite; ask for another one") }
  }

  private static var unknown: Problem { Problem(.notFound, "there is no such link") }

  func commit(_ edit: Edit, chain projectID: String?) async throws(Problem) {
    do throws(StoreError) {
      _ = try await store.commit(Change(chain: projectID ?? AuditChain.instance, edits: [edit]))
    } catch {
      throw Problem(committing: error)
    }
  }
}
