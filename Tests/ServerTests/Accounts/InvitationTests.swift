import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct InvitationTests {
  /// Invites somebody to the project.
  private func invite(
    _ name: String, _ role: ProjectRole? = .editor, by inviter: Caller = .setup, isRoot: Bool = false,
    lifetime: Int64? = nil, in fixture: PeopleFixture
  ) async throws -> String {
    let grant = InvitationService.Grant(
      isRoot: isRoot, projectID: isRoot ? nil : try fixture.place().project.id, role: isRoot ? nil : role)
    return try await fixture.people.invitations.create(
      email: "\(name)@example.com", grant, lifetime: lifetime, by: inviter, reason: ""
    ).secret
  }

  private func accept(
    _ secret: String, password: String = PeopleFixture.password, in fixture: PeopleFixture
  ) async throws(Problem) -> AccountRecord {
    try await fixture.people.invitations.accept(secret: secret, name: "Ann", password: password, requestID: "")
  }

  @Test func aLinkMakesAnAccountWithWhatItGivesAndWorksOnce() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("root", isRoot: true)
    let secret = try await invite("Ann", by: fixture.caller("root"), in: fixture)
    let account = try await accept(secret, in: fixture)
    #expect(account.email == "ann@example.com")
    #expect(!account.isRoot)
    let rights = try await fixture.people.accounts.rights(of: "ann@example.com")
    #expect(rights.memberships.map(\.role) == [.editor])
    _ = try await fixture.signIn("ann")
    let again = await problem { () async throws(Problem) in try await accept(secret, in: fixture) }
    #expect(again.status == 409)
    #expect(again.detail == "the link was used already")
  }

  /// Regression: the answer that made an invitation once said that it was made in 1970.
  @Test func aNewInvitationIsAnsweredAsItIsStored() async throws {
    let fixture = try await PeopleFixture()
    let made = try await fixture.people.invitations.create(
      email: "ann@example.com", InvitationService.Grant(), lifetime: nil, by: .setup, reason: "")
    #expect(made.invitation.createdAt == fixture.clock.now)
    #expect(made.invitation.expiresAt == fixture.clock.now + InvitationService.standardLifetime)
  }

  @Test func aLinkThatExpiredOrWasTakenBackOrNeverWasMakesNothing() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("root", isRoot: true)
    let caller = fixture.caller("root")
    let expired = try await invite("ann", by: caller, lifetime: 60_000, in: fixture)
    fixture.clock.advance(milliseconds: 60_000)
    let revoked = try await invite("bob", by: caller, in: fixture)
    let projectID = try fixture.place().project.id
    let id = try #require(try await fixture.people.invitations.invitations(projectID: projectID).last?.id)
    try await fixture.people.invitations.revoke(id, projectID: projectID, by: caller, reason: "")
    for (secret, status, detail) in [
      (expired, 409, "the link has expired"), (revoked, 409, "the link was taken back"),
      (String(repeating: "a", count: 52), 404, "there is no such link"),
    ] {
      let refused = await problem { () async throws(Problem) in try await accept(secret, in: fixture) }
      #expect(refused.status == status)
      #expect(refused.detail == detail)
    }
    #expect(try await fixture.people.accounts.accounts().count == 1)
  }

  @Test func aLinkIsWorthNoMoreThanWhoeverMadeIt() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("root", isRoot: true)
    try await fixture.account("boss")
    try await fixture.account("chief")
    try await fixture.member("boss", "admin")
    try await fixture.member("chief", "admin")
    let good = try await invite("ann", by: fixture.caller("boss"), in: fixture)
    _ = try await accept(good, in: fixture)
    for name in ["bob", "eve"] {
      let secret = try await invite(name, by: fixture.caller("boss"), isRoot: name == "eve", in: fixture)
      if name == "bob" { try await fixture.member("boss", "viewer") }
      let refused = await problem { () async throws(Problem) in try await accept(secret, in: fixture) }
      #expect(refused.status == 409)
      #expect(refused.detail == "whoever made the link may no longer invite; ask for another one")
    }
    let secret = try await invite("zoe", by: fixture.caller("chief"), in: fixture)
    _ = try await fixture.people.accounts.change(
      "a_chief", AccountChange(isDisabled: true), mayLeaveProjects: true, by: .setup, reason: "")
    #expect(await problem { () async throws(Problem) in try await accept(secret, in: fixture) }.status == 409)
  }

  @Test func aRevokedTokensLinksAreDeadToo() async throws {
    let fixture = try await PeopleFixture()
    let token = try #require(try await fixture.keys.tokens().first { $0.kind == .admin })
    let caller = Caller(actor: "token:\(token.id)", via: "api", requestID: "", access: nil)
    _ = try await accept(try await invite("ann", by: caller, in: fixture), in: fixture)
    let secret = try await invite("bob", by: caller, in: fixture)
    try await fixture.keys.revoke(token, by: .setup, reason: "", force: true)
    #expect(await problem { () async throws(Problem) in try await accept(secret, in: fixture) }.status == 409)
  }

  @Test func somebodyWithAnAccountIsNotInvited() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let refused = await problem { () async throws(Problem) in
      try await fixture.people.invitations.create(
        email: "ANN@example.com", InvitationService.Grant(), lifetime: nil, by: .setup, reason: "")
    }
    #expect(refused.status == 409)
  }

  @Test(arguments: [
    "short", "aaaaaaaaaaaaaaaa", "ann@example.com", String(repeating: "x1 ", count: 400),
  ])
  func anUnacceptablePasswordLeavesTheLinkGood(password: String) async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("root", isRoot: true)
    let secret = try await invite("ann", by: fixture.caller("root"), in: fixture)
    let refused = await problem { () async throws(Problem) in
      try await accept(secret, password: password, in: fixture)
    }
    #expect(refused.status == 422)
    #expect(refused.errors.first?.path == "password")
    _ = try await accept(secret, in: fixture)
  }

  @Test(arguments: ["", "ann", "@example.com", "ann@", "a@b@c", "a b@example.com", "a\n@example.com", "a\u{0}@b.c"])
  func whatCannotBeAnAddressIsRefused(email: String) async {
    let refused = await problem { () async throws(Problem) in try PersonalData.email(email) }
    #expect(refused.errors.first?.path == "email")
  }

  @Test func noSecretIsInTheStoreOrTheAuditLog() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("root", isRoot: true)
    let secret = try await invite("ann", by: fixture.caller("root"), in: fixture)
    _ = try await accept(secret, in: fixture)
    let projectID = try fixture.place().project.id
    for chain in [projectID, AuditChain.instance] {
      for row in try await fixture.store.audit(chain: chain, after: 0, object: nil, limit: 1000) {
        let text = "\(row)"
        #expect(!text.contains(secret))
        #expect(!text.contains("argon2"))
      }
      #expect(try await fixture.store.firstBrokenAuditRow(chain: chain) == nil)
    }
    let invitations = try await fixture.store.invitations(projectID: projectID)
    #expect(!"\(invitations)".contains(secret))
    #expect(invitations.map(\.secretHash) == [RandomSecret.hash(secret.utf8)])
  }
}
