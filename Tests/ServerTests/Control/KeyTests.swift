import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct KeyTests {
  private let keys = "/api/v1/projects/shop/keys"

  @Test(arguments: ["client", "server"])
  func aNewKeyWorksAtOnceAndARevokedOneIsRefusedAtOnce(kind: String) async throws {
    let fixture = try await Fixture()
    let created = await fixture.control(.post, keys, #"{"kind":"\#(kind)","environment":"staging","name":"ios"}"#)
    #expect(created.status == 201)
    let value = try #require(created["value"]?.stringValue)
    let id = try #require(created["id"]?.stringValue)
    #expect(value.hasPrefix("srn_\(kind)_\(id)_"))
    #expect(await fixture.send(.post, "/v1/evaluate", "{}", token: value).status == 200)
    #expect(await fixture.control(.delete, keys + "/" + id).status == 204)
    #expect(await fixture.send(.post, "/v1/evaluate", "{}", token: value).status == 401)
    #expect(await fixture.control(.delete, keys + "/" + id).status == 204)
  }

  @Test func secretsAreShownOnceAndClientKeysAlways() async throws {
    let fixture = try await Fixture()
    let server = await fixture.control(.post, keys, #"{"kind":"server","environment":"production"}"#)
    let listed = await fixture.control(.get, keys)
    let text = listed.text
    #expect(!text.contains(try #require(server["value"]?.stringValue)))
    #expect(!text.contains(fixture.adminToken))
    #expect(text.contains(fixture.clientKey))
    let audit = await fixture.control(.get, "/api/v1/projects/shop/audit?limit=1000").text
    #expect(!audit.contains(try #require(server["value"]?.stringValue)))
  }

  @Test func anAdminTokenOfAProjectWorksUntilItIsRevoked() async throws {
    let fixture = try await Fixture()
    let created = await fixture.control(.post, keys, #"{"kind":"admin","name":"ci"}"#)
    let token = try #require(created["value"]?.stringValue)
    #expect(await fixture.send(.get, "/api/v1/projects", token: token).status == 200)
    // It does not see the instance's own tokens.
    let seen = await fixture.send(.get, keys, token: token)["keys"]?.arrayValue?.map { $0["name"]?.stringValue }
    #expect(seen?.contains("administrator") == false)
    let id = try #require(created["id"]?.stringValue)
    #expect(await fixture.control(.delete, keys + "/" + id).status == 204)
    #expect(await fixture.send(.get, "/api/v1/projects", token: token).status == 401)
  }

  @Test func revokingAnInstanceTokenIsOnRecordInTheInstancesChain() async throws {
    let fixture = try await Fixture()
    let second = try await FirstStart(store: fixture.store).run(seed: nil, newAdminToken: true)
    let id = try #require(second.adminToken.flatMap(Token.init(parsing:))?.id)
    #expect(await fixture.control(.delete, keys + "/" + id, #"{"reason":"lost"}"#).status == 204)
    let rows = await fixture.control(.get, "/api/v1/audit")["entries"]?.arrayValue ?? []
    #expect(rows.map { $0["action"] } == ["token.create", "token.create", "token.revoke"])
    #expect(rows.last?["reason"] == "lost")
  }

  @Test(arguments: [
    (#"{"kind":"root","environment":"production"}"#, 422, "kind"),
    (#"{"kind":"client"}"#, 422, "environment"),
    (#"{"kind":"client","environment":"qa"}"#, 404, ""),
    (#"{"kind":"admin","environment":"production"}"#, 422, "environment"),
    (#"{"kind":"client","environment":"production","name":"\u0007"}"#, 422, "name"),
    (#"{"environment":"production"}"#, 422, "kind"),
  ])
  func badKeysAreRefusedByField(body: String, status: Int, path: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.control(.post, keys, body)
    #expect(answer.status == status)
    #expect(answer.faults.hasPrefix(path))
  }
}
