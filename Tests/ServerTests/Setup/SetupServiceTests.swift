import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct SetupServiceTests {
  private func complete(
    _ secret: String, isConfidential: Bool = true, in fixture: PeopleFixture
  ) async throws(Problem) -> AccountRecord {
    try await fixture.people.setup.complete(
      secret: secret, email: "ann@example.com", name: "Ann", password: PeopleFixture.password,
      isConfidential: isConfidential, passwords: fixture.people.passwords, requestID: "")
  }

  @Test func theLinkMakesTheFirstAdministratorOnce() async throws {
    let fixture = try await PeopleFixture()
    let secret = try #require(try await fixture.people.setup.makeLink())
    let account = try await complete(secret, in: fixture)
    #expect(account.isRoot)
    _ = try await fixture.signIn("ann")
    #expect(await problem { () async throws(Problem) in try await complete(secret, in: fixture) }.status == 409)
    #expect(try await fixture.people.setup.makeLink() == nil)
    let isOpen = try await fixture.people.setup.isOpen()
    #expect(!isOpen)
  }

  @Test func theLinkIsGoodForFifteenMinutes() async throws {
    let fixture = try await PeopleFixture()
    let secret = try #require(try await fixture.people.setup.makeLink())
    fixture.clock.advance(milliseconds: 15 * 60 * 1000)
    let refused = await problem { () async throws(Problem) in try await complete(secret, in: fixture) }
    #expect(refused.detail == "the link has expired")
    let next = try #require(try await fixture.people.setup.makeLink())
    fixture.clock.advance(milliseconds: 15 * 60 * 1000 - 1)
    _ = try await complete(next, in: fixture)
  }

  @Test func aNewLinkTakesTheEarlierOneBack() async throws {
    let fixture = try await PeopleFixture()
    let first = try #require(try await fixture.people.setup.makeLink())
    let second = try #require(try await fixture.people.setup.makeLink())
    let refused = await problem { () async throws(Problem) in try await complete(first, in: fixture) }
    #expect(refused.detail == "the link was taken back")
    _ = try await complete(second, in: fixture)
  }

  @Test func overAConnectionThatOthersCanReadTheLinkDoesNotWork() async throws {
    let fixture = try await PeopleFixture()
    let secret = try #require(try await fixture.people.setup.makeLink())
    let refused = await problem { () async throws(Problem) in
      try await complete(secret, isConfidential: false, in: fixture)
    }
    #expect(refused.status == 403)
    _ = try await complete(secret, in: fixture)
  }

  @Test func ofTwoAtOnceOneIsTheAdministrator() async throws {
    let fixture = try await PeopleFixture()
    let secret = try #require(try await fixture.people.setup.makeLink())
    let made = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<8 {
        group.addTask {
          let result = try? await fixture.people.setup.complete(
            secret: secret, email: "\(index)@example.com", name: "x", password: PeopleFixture.password,
            isConfidential: true, passwords: fixture.people.passwords, requestID: "")
          return result != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(made == 1)
    #expect(try await fixture.people.accounts.accounts().count == 1)
  }

  @Test func anInvitationIsNoSetUpLinkAndTheOtherWayRound() async throws {
    let fixture = try await PeopleFixture()
    let setup = try #require(try await fixture.people.setup.makeLink())
    let invitation = try await fixture.people.invitations.create(
      email: "ann@example.com", InvitationService.Grant(), lifetime: nil, by: .setup, reason: ""
    ).secret
    #expect(await problem { () async throws(Problem) in try await complete(invitation, in: fixture) }.status == 404)
    let refused = await problem { () async throws(Problem) in
      try await fixture.people.invitations.accept(
        secret: setup, name: "x", password: PeopleFixture.password, requestID: "")
    }
    #expect(refused.status == 404)
    #expect(try await fixture.people.invitations.invitations(projectID: nil).count == 1)
  }
}
