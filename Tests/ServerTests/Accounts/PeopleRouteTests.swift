import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct PeopleRouteTests {
  private static let password = "correct horse battery"

  /// Makes the first account by the set-up link, and gives its browser.
  private func setUp(_ fixture: Fixture) async throws -> Browser {
    let secret = try #require(try await fixture.server.people.setup.makeLink())
    let browser = Browser(fixture.server)
    let answer = await browser.send(
      .post, "/api/v1/setup",
      #"{"secret":"\#(secret)","email":"root@example.com","name":"Root","password":"\#(Self.password)"}"#)
    #expect(answer.status == 201, "\(answer.text)")
    return browser
  }

  /// Invites somebody to the shop and lets them accept.
  private func join(_ name: String, _ grant: String, by admin: Browser, in fixture: Fixture) async throws -> Browser {
    let invited = await admin.send(
      .post, "/api/v1/projects/shop/invitations", #"{"email":"\#(name)@example.com",\#(grant)}"#)
    let secret = try #require(invited["secret"]?.stringValue, "\(invited.text)")
    let browser = Browser(fixture.server)
    let accepted = await browser.send(
      .post, "/api/v1/invitations/accept",
      #"{"secret":"\#(secret)","name":"\#(name)","password":"\#(Self.password)"}"#)
    #expect(accepted.status == 201, "\(accepted.text)")
    return browser
  }

  @Test func fromTheFirstLinkToAnEditorWhoKills() async throws {
    let fixture = try await Fixture()
    let open = await fixture.send(.get, "/api/v1/setup")
    #expect(open["open"] == true)
    let root = try await setUp(fixture)
    #expect(await fixture.send(.get, "/api/v1/setup")["open"] == false)
    let me = await root.send(.get, "/api/v1/session")
    #expect(me["account"]?["email"] == "root@example.com")
    #expect(me["instance"] == true)

    let editor = try await join("ann", #""role":"editor","releases":["production"]"#, by: root, in: fixture)
    let hers = await editor.send(.get, "/api/v1/session")
    #expect(hers["projects"]?["shop"]?["role"] == "editor")
    #expect(hers["projects"]?["shop"]?["releases"] == ["production"])
    #expect(await editor.send(.post, Fixture.flags + "/new_checkout/kill", "{}").status == 200)
    #expect(await editor.send(.get, "/api/v1/accounts").status == 403)
    #expect(await editor.send(.get, "/api/v1/projects/shop/keys").status == 403)
    let audit = await root.send(.get, "/api/v1/projects/shop/audit?limit=1000")
    let actors = audit["entries"]?.arrayValue?.filter { $0["action"] == "flag.kill" }.compactMap { $0["actor"] }
    #expect(actors == [.string("account:\(hers["account"]?["id"]?.stringValue ?? "")")])

    let members = await root.send(.get, "/api/v1/projects/shop/members")
    #expect(members["members"]?.arrayValue?.compactMap { $0["email"]?.stringValue } == ["ann@example.com"])
    #expect(await editor.send(.delete, "/api/v1/session").status == 204)
    #expect(await editor.cookie == nil)
    #expect(await editor.send(.get, "/api/v1/session").status == 401)
  }

  /// T12: the id from before is dead after a change of role, and at once.
  @Test func takingARoleAwayWorksWithTheNextRequest() async throws {
    let fixture = try await Fixture()
    let root = try await setUp(fixture)
    let editor = try await join("ann", #""role":"editor""#, by: root, in: fixture)
    #expect(await editor.send(.get, Fixture.flags).status == 200)
    let before = await editor.cookie
    let changed = await root.send(
      .put, "/api/v1/projects/shop/members/ann@example.com", #"{"role":"viewer","reason":"moved"}"#)
    #expect(changed["role"] == "viewer", "\(changed.text)")
    #expect(await editor.send(.get, Fixture.flags).status == 401)
    let again = await editor.send(
      .post, "/api/v1/session", #"{"email":"ann@example.com","password":"\#(Self.password)"}"#)
    #expect(again.status == 200)
    #expect(await editor.cookie != before)
    #expect(await editor.send(.get, Fixture.flags).status == 200)
    #expect(await editor.send(.post, Fixture.flags + "/new_checkout/kill", "{}").status == 403)
    #expect(await root.send(.patch, "/api/v1/accounts/ann@example.com", #"{"disabled":true}"#).status == 200)
    #expect(await editor.send(.get, Fixture.flags).status == 401)
    #expect(await root.send(.delete, "/api/v1/projects/shop/members/nobody@example.com").status == 404)
  }

  /// T12: a request that another site's page makes is refused though the cookie comes along.
  @Test func aForgedRequestIsRefusedAndATokenNeedsNoProof() async throws {
    let fixture = try await Fixture()
    let root = try await setUp(fixture)
    let kill = Fixture.flags + "/new_checkout/kill"
    #expect(await root.send(.post, kill, "{}", sendsToken: false).status == 403)
    #expect(await root.send(.post, kill, "{}", headers: [("Origin", "https://evil.example.com")]).status == 403)
    #expect(await root.send(.post, kill, "{}", headers: [("Sec-Fetch-Site", "cross-site")]).status == 403)
    let signIn = #"{"email":"root@example.com","password":"\#(Self.password)"}"#
    #expect(
      await fixture.send(.post, "/api/v1/session", signIn, headers: [("Origin", "https://evil.example.com")]).status
        == 403)
    #expect(await fixture.evaluate("/v1/evaluate/new_checkout", #"{"context":{"userID":"a"}}"#)["reason"] != "killed")
    #expect(await fixture.control(.post, kill, "{}").status == 200)
    #expect(await root.send(.post, Fixture.flags + "/new_checkout/unkill", "{}").status == 200)
  }

  /// T12: the id from before signing in is dead afterwards.
  @Test func signingInAgainEndsTheSessionThatTheBrowserHad() async throws {
    let fixture = try await Fixture()
    let root = try await setUp(fixture)
    let before = try #require(await root.cookie)
    let again = await root.send(
      .post, "/api/v1/session", #"{"email":"root@example.com","password":"\#(Self.password)"}"#)
    #expect(again.status == 200)
    #expect(await root.cookie != before)
    #expect(await fixture.send(.get, "/api/v1/session", headers: [("Cookie", before)]).status == 401)
    #expect(await root.send(.get, "/api/v1/session").status == 200)
  }

  @Test func aSessionOfNobodyIsTakenAway() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.send(
      .get, "/api/v1/session", headers: [("Cookie", "__Host-serin=" + String(repeating: "a", count: 52))])
    #expect(answer.status == 401)
    #expect(answer.header("set-cookie")?.hasPrefix("__Host-serin=; Max-Age=0") == true)
  }

  @Test func setUpWorksFromThisMachineOrOverTLSOnly() async throws {
    let fixture = try await Fixture()
    let secret = try #require(try await fixture.server.people.setup.makeLink())
    let body = #"{"secret":"\#(secret)","email":"a@example.com","name":"A","password":"\#(Self.password)"}"#
    for headers in [[("X-Forwarded-For", "203.0.113.9")], [("X-Forwarded-Proto", "http")]] {
      let refused = await fixture.send(.post, "/api/v1/setup", body, headers: headers)
      #expect(refused.status == 403, "\(headers)")
    }
    let overTLS = await fixture.send(
      .post, "/api/v1/setup", body, headers: [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https")])
    #expect(overTLS.status == 201)
  }

  @Test func aPersonalTokenIsNoMoreThanItsAccountAndItsScopes() async throws {
    let fixture = try await Fixture()
    let root = try await setUp(fixture)
    let editor = try await join("ann", #""role":"editor","releases":["production"]"#, by: root, in: fixture)
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
    let narrower = await fixture.send(.post, "/api/v1/tokens", #"{"name":"x","scopes":["read"]}"#, token: token)
    #expect(narrower.status == 201)
    #expect(await editor.send(.get, "/api/v1/tokens")["tokens"]?.arrayValue?.count == 2)
    let id = try #require(made["id"]?.stringValue)
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
    #expect(
      await fixture.send(.post, "/api/v1/tokens", #"{"name":"x","scopes":["read"]}"#, token: token).status == 422)
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

  @Test func thePasswordIsChangedByASessionAndNotByAToken() async throws {
    let fixture = try await Fixture()
    let root = try await setUp(fixture)
    let body = #"{"password":"\#(Self.password)","newPassword":"another good password"}"#
    let made = await root.send(.post, "/api/v1/tokens", #"{"name":"laptop"}"#)
    let token = try #require(made["value"]?.stringValue)
    #expect(await fixture.send(.put, "/api/v1/session/password", body, token: token).status == 403)
    let before = await root.cookie
    #expect(await root.send(.put, "/api/v1/session/password", body).status == 200)
    #expect(await root.cookie != before)
    #expect(await root.send(.get, "/api/v1/session").status == 200)
  }

  @Test func aSessionMayBringADocumentAndAStrangerMayNot() async throws {
    let fixture = try await Fixture()
    let root = try await setUp(fixture)
    let cookie = try #require(await root.cookie)
    let path = "/api/v1/projects/shop/environments/production/apply"
    #expect(fixture.server.bodyLimit(.post, path, HTTPHeaders([("Cookie", cookie)])) == 32 * 1024 * 1024)
    let stranger = "__Host-serin=" + String(repeating: "a", count: 52)
    #expect(
      fixture.server.bodyLimit(.post, path, HTTPHeaders([("Cookie", stranger)])) == EvaluationRequest.maximumBytes)
  }

  /// T16: no secret of people is in an answer that should not have it, nor in the audit log.
  @Test func secretsAreInNoListAndInNoAuditRow() async throws {
    let fixture = try await Fixture()
    let root = try await setUp(fixture)
    let invited = await root.send(.post, "/api/v1/invitations", #"{"email":"b@example.com","root":true}"#)
    let made = await root.send(.post, "/api/v1/tokens", #"{"name":"laptop"}"#)
    let secrets = [
      try #require(invited["secret"]?.stringValue), try #require(made["value"]?.stringValue),
      try #require(await root.cookie).replacing("__Host-serin=", with: ""), Self.password, "argon2",
    ]
    for path in ["/api/v1/accounts", "/api/v1/invitations", "/api/v1/tokens", "/api/v1/audit?limit=1000"] {
      let text = await root.send(.get, path).text
      for secret in secrets { #expect(!text.contains(secret), "\(path)") }
    }
  }
}
