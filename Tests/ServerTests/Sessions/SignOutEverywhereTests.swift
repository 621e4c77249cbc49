import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct SignOutEverywhereTests {
  private func signIn(_ fixture: Fixture, _ name: String) async -> Browser {
    let browser = Browser(fixture.server)
    _ = await browser.send(
      .post, "/api/v1/session", #"{"email":"\#(name)@example.com","password":"\#(PeopleFixture.password)"}"#)
    return browser
  }

  @Test func everySessionOfOnesOwnEndsAndNobodyElses() async throws {
    let fixture = try await Fixture()
    let root = try await fixture.setUp()
    let ann = try await fixture.join("ann", #""role":"viewer""#, by: root)
    let other = await signIn(fixture, "ann")
    #expect(await ann.send(.delete, "/api/v1/sessions").status == 204)
    #expect(await ann.cookie == nil)
    #expect(await other.send(.get, "/api/v1/session").status == 401)
    #expect(await root.send(.get, "/api/v1/session").status == 200)
    #expect(await signIn(fixture, "ann").send(.get, "/api/v1/session").status == 200)
  }

  @Test func rootEndsTheSessionsOfAnAccountAndNobodyElseMay() async throws {
    let fixture = try await Fixture()
    let root = try await fixture.setUp()
    let ann = try await fixture.join("ann", #""role":"admin""#, by: root)
    #expect(await ann.send(.delete, "/api/v1/accounts/root@example.com/sessions").status == 403)
    #expect(await root.send(.delete, "/api/v1/accounts/ann@example.com/sessions").status == 204)
    #expect(await ann.send(.get, "/api/v1/session").status == 401)
    #expect(await root.send(.get, "/api/v1/session").status == 200)
    #expect(await root.send(.delete, "/api/v1/accounts/nobody@example.com/sessions").status == 404)
  }

  @Test func aTokenSignsNobodyOut() async throws {
    let fixture = try await Fixture()
    let root = try await fixture.setUp()
    let made = await root.send(.post, "/api/v1/tokens", #"{"name":"laptop","scopes":["read"]}"#)
    let token = try #require(made["value"]?.stringValue)
    #expect(await fixture.send(.delete, "/api/v1/sessions", token: token).status == 403)
    #expect(await fixture.control(.delete, "/api/v1/sessions").status == 403)
    #expect(await root.send(.get, "/api/v1/session").status == 200)
  }
}
