import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// Becoming a member of a project with an account that there is.
@Suite struct JoiningTests {
  private static let members = "/api/v1/projects/shop/members"

  /// An admin of the shop, and somebody with an account who is nothing in it.
  private func people(_ fixture: Fixture) async throws -> (root: Browser, admin: Browser, stranger: Browser) {
    let root = try await fixture.setUp()
    let admin = try await fixture.join("ann", #""role":"admin""#, by: root)
    let stranger = try await fixture.join("zoe", #""role":"viewer""#, by: root)
    #expect(await root.send(.delete, Self.members + "/zoe@example.com").status == 204)
    _ = await stranger.send(
      .post, "/api/v1/session", #"{"email":"zoe@example.com","password":"\#(PeopleFixture.password)"}"#)
    return (root, admin, stranger)
  }

  private func invite(_ name: String, by admin: Browser) async throws -> (answer: Answer, secret: String) {
    let answer = await admin.send(
      .post, "/api/v1/projects/shop/invitations", #"{"email":"\#(name)@example.com","role":"editor"}"#)
    return (answer, try #require(answer["secret"]?.stringValue, "\(answer.text)"))
  }

  private func accept(
    _ fixture: Fixture, _ secret: String, password: String = PeopleFixture.password
  ) async -> Answer {
    await fixture.send(
      .post, "/api/v1/invitations/accept", #"{"secret":"\#(secret)","name":"Somebody","password":"\#(password)"}"#)
  }

  /// Regression: an admin of any project could end the sessions of anybody with an account by making them a member.
  @Test func beingAddedEndsNoSession() async throws {
    let fixture = try await Fixture()
    let (root, _, stranger) = try await people(fixture)
    #expect(await root.send(.put, Self.members + "/zoe@example.com", #"{"role":"editor"}"#).status == 200)
    let session = await stranger.send(.get, "/api/v1/session")
    #expect(session.status == 200)
    // The rights are there with the next request.
    #expect(session["projects"]?["shop"]?["role"] == "editor")
    // A change of what somebody is in the project ends them as before.
    #expect(await root.send(.put, Self.members + "/zoe@example.com", #"{"role":"viewer"}"#).status == 200)
    #expect(await stranger.send(.get, "/api/v1/session").status == 401)
  }

  /// Regression: 200 for an address with an account and 404 for another told an admin of a project who has one.
  @Test func whetherSomebodyHasAnAccountIsNotToldToAnAdminOfAProject() async throws {
    let fixture = try await Fixture()
    let (root, admin, stranger) = try await people(fixture)
    let id = try #require(await root.send(.get, "/api/v1/accounts/zoe@example.com")["id"]?.stringValue)
    for method in [HTTPMethod.put, .delete] {
      let body = method == .put ? #"{"role":"viewer"}"# : "{}"
      var answers: Set<String> = []
      for name in ["zoe@example.com", "nobody@example.com", id, "a_k3b5x7q2m4n6p8r2"] {
        let answer = await admin.send(method, Self.members + "/\(name)", body)
        #expect(answer.status == 404)
        answers.insert(answer.text.replacing(name, with: "X"))
      }
      #expect(answers.count == 1)
    }
    let (known, unknown) = (try await invite("zoe", by: admin).answer, try await invite("bob", by: admin).answer)
    #expect(known.status == 201)
    #expect(known.json.objectValue?.map(\.name) == unknown.json.objectValue?.map(\.name))
    #expect(await stranger.send(.get, "/api/v1/session").status == 200)
    // Members are known to each other anyway.
    #expect(await root.send(.put, Self.members + "/zoe@example.com", #"{"role":"viewer"}"#).status == 200)
    #expect(await admin.send(.put, Self.members + "/zoe@example.com", #"{"role":"editor"}"#).status == 200)
  }

  @Test func whoeverHasAnAccountJoinsWithItsPassword() async throws {
    let fixture = try await Fixture()
    let (root, admin, stranger) = try await people(fixture)
    let secret = try await invite("zoe", by: admin).secret
    let wrong = await accept(fixture, secret, password: "another good password")
    #expect(wrong.status == 422)
    #expect(wrong.faults.hasPrefix("password:"))
    let accounts = await root.send(.get, "/api/v1/accounts")["accounts"]?.arrayValue?.count
    let joined = await accept(fixture, secret)
    #expect(joined.status == 201, "\(joined.text)")
    #expect(joined["account"]?["name"] == "zoe")
    #expect(joined["projects"]?["shop"]?["role"] == "editor")
    #expect(await root.send(.get, "/api/v1/accounts")["accounts"]?.arrayValue?.count == accounts)
    #expect(await stranger.send(.get, Fixture.flags).status == 200)
    #expect(await accept(fixture, secret).status == 409)
    let rows = await root.send(.get, "/api/v1/projects/shop/audit?limit=1000")["entries"]?.arrayValue
    #expect(rows?.last?["action"] == "member.join")
  }

  @Test func aLinkIsNoWayToGuessAPassword() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let (_, admin, _) = try await people(fixture)
    let secret = try await invite("zoe", by: admin).secret
    var statuses: [Int] = []
    for _ in 0...SignInThrottle.freeAccountFailures {
      statuses.append(await accept(fixture, secret, password: "a wrong password").status)
    }
    #expect(statuses == [422, 422, 422, 422, 422, 429])
  }
}
