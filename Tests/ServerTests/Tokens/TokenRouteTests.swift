import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct TokenRouteTests {
  @Test func aPersonalTokenIsNoMoreThanItsAccountAndItsScopes() async throws {
    let fixture = try await Fixture()
    let root = try await fixture.setUp()
    let editor = try await fixture.join("ann", #""role":"editor","releases":["production"]"#, by: root)
    let made = await editor.send(.post, "/api/v1/tokens", #"{"name":"laptop","scopes":["edit"]}"#)
    #expect(made.status == 201, "\(made.text)")
    let token = try #require(made["value"]?.stringValue)
    let path = "/api/v1/projects/shop/environments/staging/flags/new_checkout"
    #expect(await fixture.send(.get, path, token: token).status == 200)
    #expect(await fixture.send(.get, "/api/v1/projects/shop/keys", token: token).status == 403)
    #expect(await fixture.send(.get, "/api/v1/accounts", token: token).status == 403)
    // T13: neither wider scopes nor a token of the instance come from it.
    for body in [
      #"{"name":"x","scopes":["admin"]}"#, #"{"name":"x"}"#, #"{"name":"x","scopes":["release"]}"#,
      #"{"name":"x","kind":"instance","scopes":["read"]}"#,
    ] { #expect(await fixture.send(.post, "/api/v1/tokens", body, token: token).status == 403, "\(body)") }
    let id = try #require(made["id"]?.stringValue)
    // One that does not manage makes no other, which would outlive it, renews none, and ends no other than itself.
    let other = await editor.send(.post, "/api/v1/tokens", #"{"name":"x","scopes":["read"]}"#)
    let otherID = try #require(other["id"]?.stringValue)
    #expect(await fixture.send(.post, "/api/v1/tokens", #"{"name":"y","scopes":["read"]}"#, token: token).status == 403)
    #expect(await fixture.send(.post, "/api/v1/tokens/\(id)/rotate", token: token).status == 403)
    #expect(await fixture.send(.delete, "/api/v1/tokens/\(otherID)", token: token).status == 403)
    #expect(await root.send(.delete, "/api/v1/tokens/\(id)").status == 404)
    #expect(await root.send(.patch, "/api/v1/accounts/ann@example.com", #"{"disabled":true}"#).status == 200)
    #expect(await fixture.send(.get, path, token: token).status == 401)
    #expect(await root.send(.patch, "/api/v1/accounts/ann@example.com", #"{"disabled":false}"#).status == 200)
    #expect(await fixture.send(.get, path, token: token).status == 200)
    #expect(await fixture.send(.delete, "/api/v1/tokens/\(id)", token: token).status == 204)
    #expect(await fixture.send(.get, path, token: token).status == 401)
  }

  @Test func aTokenLimitedToEnvironmentsChangesNothingElsewhere() async throws {
    let fixture = try await Fixture()
    let made = await fixture.control(
      .post, "/api/v1/tokens",
      #"{"name":"ci","kind":"instance","scopes":["edit","release"],"environments":["shop/staging"]}"#)
    let token = try #require(made["value"]?.stringValue, "\(made.text)")
    #expect(made["environments"] == ["shop/staging"])
    let staging = "/api/v1/projects/shop/environments/staging/flags/new_checkout"
    #expect(await fixture.send(.post, staging + "/kill", "{}", token: token).status == 200)
    #expect(await fixture.send(.post, Fixture.flags + "/new_checkout/kill", "{}", token: token).status == 403)
    #expect(await fixture.send(.get, Fixture.flags, token: token).status == 200)
    #expect(await fixture.send(.post, "/api/v1/projects", #"{"key":"other"}"#, token: token).status == 403)
    // A flag exists in every environment, so making one, or changing its kind, is a change of the others too.
    let flags = "/api/v1/projects/shop/environments/staging/flags"
    let made2 = await fixture.send(
      .post, flags, #"{"key":"new","document":{"kind":"killSwitch","owner":"x","default":"on"}}"#, token: token)
    #expect(made2.status == 403)
    #expect(made2["detail"]?.stringValue?.contains("\"development\"") == true)
    var document = try #require(await fixture.control(.get, staging)["document"]?.objectValue)
    document["kind"] = "ops"
    let body: JSONValue = ["document": .object(document)]
    let replaced = await fixture.send(.put, staging, body.text(), token: token, headers: [("If-Match", "*")])
    #expect(replaced.status == 403)
    // What stays in staging is allowed.
    var local = try #require(await fixture.control(.get, staging)["document"]?.objectValue)
    local["default"] = "on"
    let localBody: JSONValue = ["document": .object(local)]
    #expect(
      await fixture.send(.put, staging, localBody.text(), token: token, headers: [("If-Match", "*")]).status == 200)
    #expect(
      await fixture.send(.post, "/api/v1/tokens", #"{"name":"x","scopes":["read"]}"#, token: token).status == 403)
  }

  @Test func keysAreNarrowedRotatedAndExpireByTheAPI() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let keys = "/api/v1/projects/shop/keys"
    let expiry = Instants.text(clock.now + 3_600_000)
    let made = await fixture.control(
      .post, keys, #"{"kind":"client","environment":"production","name":"ios","expiresAt":"\#(expiry)"}"#)
    #expect(made["expiresAt"] == .string(expiry), "\(made.text)")
    let (id, old) = (try #require(made["id"]?.stringValue), try #require(made["value"]?.stringValue))
    let rotated = await fixture.control(.post, keys + "/\(id)/rotate", #"{"overlap":60}"#)
    let new = try #require(rotated["value"]?.stringValue, "\(rotated.text)")
    #expect(await fixture.send(.post, "/v1/evaluate", "{}", token: old).status == 200)
    clock.advance(milliseconds: 60_000)
    #expect(await fixture.send(.post, "/v1/evaluate", "{}", token: old).status == 401)
    #expect(await fixture.send(.post, "/v1/evaluate", "{}", token: new).status == 200)
    for (body, path) in [
      (#"{"kind":"admin","scopes":["write"]}"#, "scopes[0]"),
      (#"{"kind":"admin","expiresAt":"tomorrow"}"#, "expiresAt"),
      (#"{"kind":"admin","environments":["live"]}"#, "environments[0]"),
    ] {
      let refused = await fixture.control(.post, keys, body)
      #expect(refused.status == 422)
      #expect(refused.faults.hasPrefix(path), "\(refused.faults)")
    }
    #expect(await fixture.control(.post, keys + "/none/rotate", "{}").status == 404)
  }

  @Test func theLastAdminTokenOfTheInstanceIsRevokedByForceOnly() async throws {
    let fixture = try await Fixture()
    let keys = await fixture.control(.get, "/api/v1/tokens")
    let id = try #require(keys["tokens"]?.arrayValue?.first?["id"]?.stringValue)
    #expect(await fixture.control(.delete, "/api/v1/tokens/\(id)").status == 409)
    #expect(await fixture.control(.delete, "/api/v1/projects/shop/keys/\(id)").status == 409)
    #expect(await fixture.control(.delete, "/api/v1/tokens/\(id)", #"{"force":true}"#).status == 204)
    #expect(await fixture.control(.get, "/api/v1/tokens").status == 401)
  }

  @Test func aTokenThatExpiresPassesItsExpiryOnByTheAPI() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let expiry = Instants.text(clock.now + 3_600_000)
    let made = await fixture.control(
      .post, "/api/v1/tokens", #"{"name":"ci","kind":"instance","expiresAt":"\#(expiry)"}"#)
    let token = try #require(made["value"]?.stringValue, "\(made.text)")
    for (path, body) in [
      ("/api/v1/tokens", #"{"name":"x","kind":"instance""#),
      ("/api/v1/projects/shop/keys", #"{"kind":"server","environment":"production""#),
    ] {
      let refused = await fixture.send(.post, path, body + "}", token: token)
      #expect(refused.status == 422)
      #expect(refused.faults == "expiresAt: must be at most \(expiry), when the token that makes it expires, not never")
      let capped = await fixture.send(.post, path, body + #","expiresAt":"\#(expiry)"}"#, token: token)
      #expect(capped.status == 201, "\(capped.text)")
    }
    // It cannot prolong itself either.
    let id = try #require(made["id"]?.stringValue)
    clock.advance(seconds: 60)
    #expect(await fixture.send(.post, "/api/v1/tokens/\(id)/rotate", token: token).status == 403)
  }

  /// Regression: a flag is taken from every environment, so it takes the right to edit in each.
  @Test func aTokenOfOneEnvironmentArchivesNothing() async throws {
    let fixture = try await Fixture()
    let made = await fixture.control(
      .post, "/api/v1/tokens",
      #"{"name":"ci","kind":"instance","scopes":["edit"],"environments":["shop/staging"]}"#)
    let token = try #require(made["value"]?.stringValue)
    let path = "/api/v1/projects/shop/flags/welcome_text/archive"
    #expect(await fixture.send(.post, path, "{}", token: token).status == 403)
    // The service looks at each environment itself, whatever let the call in.
    let bench = try await PlanBench()
    let place = try bench.place()
    let staging = try bench.place("staging").environment.id
    let narrow = Caller(
      actor: "token:ci", via: "api", requestID: "",
      access: Access(
        actor: "token:ci", reach: .instance, limits: TokenLimits(scopes: [.edit], environments: [staging])))
    let refused = await refusal {
      try await bench.flags.setArchived(true, "welcome_text", in: place.project, by: narrow, reason: "")
    }
    #expect(refused?.status == 403)
    #expect(refused?.detail.contains("\"development\"") == true)
    #expect(try await bench.flag("welcome_text").flag.archivedAt == nil)
    let segment = SegmentService(flags: bench.flags)
    _ = try await segment.create(
      SegmentService.Creation(key: "vip", kind: .list), in: place, by: bench.person("ann"), reason: "")
    let deletion = await refusal {
      try await segment.delete("vip", in: place.project, by: narrow, reason: "")
    }
    #expect(deletion?.status == 403)
  }
}
