import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct SessionTests {
  private func isGood(_ session: SessionService.New, _ fixture: PeopleFixture) async throws -> Bool {
    try await fixture.people.sessions.context(id: session.id) != nil
  }

  @Test func aSessionEndsAfterTwelveHoursWithoutUse() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let session = try await fixture.signIn("ann")
    fixture.clock.advance(milliseconds: SessionService.idleLimit - 1)
    #expect(try await isGood(session, fixture))
    fixture.clock.advance(milliseconds: SessionService.idleLimit - 1)
    #expect(try await isGood(session, fixture))
    fixture.clock.advance(milliseconds: SessionService.idleLimit)
    #expect(try await !isGood(session, fixture))
  }

  @Test func aSessionEndsAfterSevenDaysHoweverMuchItIsUsed() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let session = try await fixture.signIn("ann")
    let step = SessionService.idleLimit / 2
    for _ in 1..<(SessionService.lifetime / step) {
      fixture.clock.advance(milliseconds: step)
      #expect(try await isGood(session, fixture))
    }
    fixture.clock.advance(milliseconds: step)
    #expect(try await !isGood(session, fixture))
  }

  @Test func useIsWrittenDownInABatchAndAnotherNodeGoesByIt() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let session = try await fixture.signIn("ann")
    fixture.clock.advance(milliseconds: 1000)
    #expect(try await isGood(session, fixture))
    let hash = session.record.idHash
    #expect(try await fixture.store.session(idHash: hash)?.session.seenAt == session.record.seenAt)
    try await fixture.people.writeUses()
    #expect(try await fixture.store.session(idHash: hash)?.session.seenAt == fixture.clock.now)
    fixture.clock.advance(milliseconds: SessionService.idleLimit - 1)
    let node = SessionService(store: fixture.store, uses: SessionUses(), clock: { fixture.clock.now })
    #expect(try await node.context(id: session.id) != nil)
  }

  @Test func sessionsThatAreOverAreForgotten() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let session = try await fixture.signIn("ann")
    fixture.clock.advance(milliseconds: SessionService.idleLimit)
    try await fixture.people.writeUses()
    #expect(try await fixture.store.session(idHash: session.record.idHash) == nil)
  }

  @Test func signingOutEndsTheSessionAndNoOther() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let (one, other) = (try await fixture.signIn("ann"), try await fixture.signIn("ann"))
    #expect(one.id != other.id)
    try await fixture.people.sessions.end(id: one.id)
    #expect(try await !isGood(one, fixture))
    #expect(try await isGood(other, fixture))
    try await fixture.people.sessions.endAll(of: "a_ann")
    #expect(try await !isGood(other, fixture))
  }

  @Test func aNewPasswordEndsEverySessionAndGivesTheBrowserANewOne() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let (mine, other) = (try await fixture.signIn("ann"), try await fixture.signIn("ann"))
    let renewed = try await fixture.people.accounts.changePassword(
      of: "a_ann", from: PeopleFixture.password, to: "another good password", source: "s", by: fixture.caller("ann"))
    for old in [mine, other] { #expect(try await !isGood(old, fixture)) }
    #expect(try await isGood(renewed, fixture))
    #expect(await problem { () async throws(Problem) in try await fixture.signIn("ann") }.status == 401)
    _ = try await fixture.signIn("ann", password: "another good password")
  }

  @Test func theCurrentPasswordCannotBeGuessedByChangingIt() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    var statuses: [Int] = []
    for _ in 0...SignInThrottle.freeAccountFailures {
      statuses.append(
        await problem { () async throws(Problem) in
          try await fixture.people.accounts.changePassword(
            of: "a_ann", from: "wrong", to: "another good password", source: "s", by: fixture.caller("ann"))
        }.status)
    }
    #expect(statuses == [422, 422, 422, 422, 422, 429])
  }

  @Test func rightsAreReadAtUseAndAChangeOfRoleEndsTheSession() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("root", isRoot: true)
    try await fixture.account("ann")
    try await fixture.member("ann", "viewer")
    let before = try await fixture.signIn("ann")
    #expect(try await fixture.people.sessions.context(id: before.id)?.rights.memberships.first?.role == .viewer)
    try await fixture.member("ann", "editor")
    #expect(try await !isGood(before, fixture))
    let after = try await fixture.signIn("ann")
    #expect(after.id != before.id)
    #expect(try await fixture.people.sessions.context(id: after.id)?.rights.memberships.first?.role == .editor)
    _ = try await fixture.people.accounts.change(
      "ann@example.com", AccountChange(isDisabled: true), mayLeaveProjects: false, by: .setup, reason: "left")
    #expect(try await !isGood(after, fixture))
  }

  @Test func theTokenAgainstForgeryBelongsToItsSession() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let (one, other) = (try await fixture.signIn("ann"), try await fixture.signIn("ann"))
    #expect(one.csrfToken != other.csrfToken)
    #expect(SessionService.isCSRFToken(one.csrfToken.utf8, of: one.id))
    for wrong in [other.csrfToken, "", one.id, one.csrfToken + "0"] {
      #expect(!SessionService.isCSRFToken(wrong.utf8, of: one.id))
    }
  }

  @Test(arguments: ["", "a", String(repeating: "a", count: 52), String(repeating: "a", count: 100_000)])
  func anIDThatNobodyGotIsNoSession(id: String) async throws {
    let fixture = try await PeopleFixture()
    #expect(try await fixture.people.sessions.context(id: id) == nil)
  }

  @Test func whatTheStoreKeepsOpensNoSession() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let session = try await fixture.signIn("ann")
    #expect(try await fixture.people.sessions.context(id: session.record.idHash.hexadecimal) == nil)
    #expect(RandomSecret.hash(session.id.utf8) == session.record.idHash)
  }
}
