import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct AuthenticationTests {
  @Test func withoutAKeyNothingIsAnswered() async throws {
    let fixture = try await Fixture()
    for (method, path) in [
      (HTTPMethod.post, "/v1/evaluate"), (.post, "/v1/evaluate/new_checkout"), (.get, "/api/v1/projects"),
      (.get, Fixture.flags),
    ] {
      let answer = await fixture.send(method, path)
      #expect(answer.status == 401)
      #expect(answer.header("www-authenticate") == "Bearer realm=\"serin\"")
      #expect(answer["code"] == "unauthorized")
    }
  }

  @Test func aWrongKeyIsRefusedWhateverIsWrongWithIt() async throws {
    let fixture = try await Fixture()
    var generator = SystemRandomNumberGenerator()
    let stranger = Token(kind: .client, using: &generator).text
    let wrongSecret = String(fixture.clientKey.dropLast(12)) + String(repeating: "a", count: 12)
    for key in [stranger, wrongSecret, fixture.clientKey + "x", "srn_client_", "", "Basic abc"] {
      #expect(await fixture.send(.post, "/v1/evaluate", "{}", token: key).status == 401)
    }
  }

  @Test func bothHeadersCarryAKeyAndTheSchemeIgnoresCase() async throws {
    let fixture = try await Fixture()
    for header in [("X-API-Key", fixture.clientKey), ("Authorization", "bearer \(fixture.clientKey)")] {
      #expect(await fixture.send(.post, "/v1/evaluate", "{}", headers: [header]).status == 200)
    }
  }

  @Test func anAdminTokenDoesNotEvaluateAndAClientKeyDoesNotControl() async throws {
    let fixture = try await Fixture()
    let evaluation = await fixture.send(.post, "/v1/evaluate/new_checkout", "{}", token: fixture.adminToken)
    #expect(evaluation.status == 403)
    #expect(
      evaluation["detail"]?.stringValue?.contains(
        "an admin token may not do this; it takes a client key or a server key") == true)
    for (method, path) in [
      (HTTPMethod.get, Fixture.flags), (.post, Fixture.flags), (.put, Fixture.flags + "/new_checkout"),
      (.post, Fixture.flags + "/new_checkout/kill"), (.get, "/api/v1/projects"), (.get, "/api/v1/projects/shop/keys"),
      (.post, "/api/v1/projects/shop/keys"), (.get, "/api/v1/projects/shop/audit"), (.get, "/api/v1/audit"),
      (.post, Fixture.flags + "/new_checkout/unkill"), (.post, "/api/v1/projects/shop/flags/new_checkout/archive"),
      (.post, "/api/v1/projects/shop/flags/new_checkout/unarchive"), (.delete, "/api/v1/projects/shop/keys/x"),
      (.post, "/api/v1/projects/shop/environments/production/apply"),
    ] {
      #expect(await fixture.send(method, path, token: fixture.clientKey).status == 403, "\(method) \(path)")
    }
  }

  @Test func aForeignProjectLooksLikeAnAbsentOne() async throws {
    let fixture = try await Fixture()
    let created = await fixture.control(.post, "/api/v1/projects/shop/keys", #"{"kind":"admin"}"#)
    let token = try #require(created["value"]?.stringValue)
    var edit = Edit(audit: Caller.setup.entry("project.create", "project:p_other", reason: ""))
    edit.project = .create(ProjectRecord(id: "p_other", key: "other", name: "other", createdAt: 0))
    _ = try await fixture.store.commit(Change(chain: "p_other", edits: [edit]))
    let server = try await fixture.anotherServer()
    for path in ["keys", "audit", "environments/production/flags"] {
      let foreign = await Fixture.send(to: server, .get, "/api/v1/projects/other/\(path)", token: token)
      let absent = await Fixture.send(to: server, .get, "/api/v1/projects/nobody/\(path)", token: token)
      #expect(foreign.status == 404)
      #expect(foreign.text.replacing("other", with: "nobody") == absent.text)
    }
    #expect(
      await Fixture.send(to: server, .get, "/api/v1/projects/other/keys", token: fixture.adminToken).status == 200)
    #expect(await Fixture.send(to: server, .get, "/api/v1/audit", token: token).status == 403)
    #expect(await Fixture.send(to: server, .get, "/api/v1/projects", token: token)["projects"]?.arrayValue?.count == 1)
  }
}
