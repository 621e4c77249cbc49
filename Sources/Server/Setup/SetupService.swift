import SerinFlags
package import Store

/// The first account of an instance, made by whoever has the link that the start printed.
package struct SetupService: Sendable {
  /// How long a set-up link is good, in milliseconds.
  package static let lifetime: Int64 = 15 * 60 * 1000

  private let store: any ConfigurationStore
  private let clock: @Sendable () -> Int64

  /// Creates the service.
  /// - Parameter clock: Milliseconds since 1970 UTC.
  package init(store: any ConfigurationStore, clock: @escaping @Sendable () -> Int64) {
    self.store = store
    self.clock = clock
  }

  /// Whether there is no account yet.
  package func isOpen() async throws(Problem) -> Bool {
    try await withStore { () async throws(StoreError) in try await !store.hasAccounts() }
  }

  /// Makes a set-up link and takes earlier ones back; nil when there is an account already.
  /// - Returns: The secret of the link, which is kept nowhere.
  package func makeLink() async throws(Problem) -> String? {
    guard try await isOpen() else { return nil }
    let links = try await withStore { () async throws(StoreError) in try await store.invitations(projectID: nil) }
    var edits: [Edit] = []
    for link in links where link.purpose == .setup && link.acceptedAt == nil && link.revokedAt == nil {
      var edit = Edit(audit: Caller.setup.entry("invitation.revoke", "invitation:\(link.id)", reason: "a newer link"))
      edit.invitation = .revoke(id: link.id)
      edits.append(edit)
    }
    let secret = RandomSecret.make()
    let link = InvitationRecord(
      id: RecordID.make(prefix: "i_"), purpose: .setup, secretHash: RandomSecret.hash(secret.utf8), email: nil,
      isRoot: true, createdBy: Caller.setup.actor, expiresAt: clock() + Self.lifetime)
    var edit = Edit(audit: Caller.setup.entry("invitation.create", "invitation:\(link.id)", reason: "no account yet"))
    edit.invitation = .create(link)
    edits.append(edit)
    let change = Change(chain: AuditChain.instance, edits: edits)
    do throws(StoreError) { _ = try await store.commit(change) } catch { throw Problem(committing: error) }
    return secret
  }

  /// Makes the first account, an administrator of the instance.
  ///
  /// - Parameter isConfidential: Whether nobody between the person and this server can read along: the request came
  ///   from this machine or over TLS.
  /// - Throws: 403 over a connection that others can read; 404 for a secret that is none; 409 when the link was used or has
  ///   expired, or there is an account.
  func complete(
    secret: String, email: String, name: String, password: String, isConfidential: Bool, passwords: PasswordPool,
    requestID: String
  ) async throws(Problem) -> AccountRecord {
    guard isConfidential else {
      throw Problem(.forbidden, "set-up works from the server's own machine or over TLS only")
    }
    let invitations = InvitationService(store: store, passwords: passwords, clock: clock)
    let link = try await invitations.usable(secret, for: .setup)
    return try await invitations.use(
      link, email: try PersonalData.email(email), name: name, password: password, requestID: requestID)
  }
}
