import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct PeopleRouteTests {
  @Test func fromTheFirstLinkToAnEditorWhoKills() async throws {
    let fixture = try await Fixture()
    let open = await fixture.send(.get, "/api/v1/setup")
    #expect(open["open"] == true)
    let root = try await fixture.setUp()
    #expect(await fixture.send(.get, "/api/v1/setup")["open"] == false)
    let me = await root.send(.get, "/api/v1/session")
    #expect(me["account"]?["email"] == "root@example.com")
    #expect(me["instance"] == true)

    let editor = try await fixture.join("ann", #""role":"editor","releases":["production"]"#, by: root)
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
    let root = try await fixture.setUp()
    let editor = try await fixture.join("ann", #""role":"editor""#, by: root)
    #expect(await editor.send(.get, Fixture.flags).status == 200)
    let before = await editor.cookie
    let changed = await root.send(
      .put, "/api/v1/projects/shop/members/ann@example.com", #"{"role":"viewer","reason":"moved"}"#)
    #expect(changed["role"] == "viewer", "\(changed.text)")
    #expect(await editor.send(.get, Fixture.flags).status == 401)
    let again = await editor.send(
      .post, "/api/v1/session", #"{"email":"ann@example.com","password":"\#(PeopleFixture.password)"}"#)
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
    let root = try await fixture.setUp()
    let kill = Fixture.flags + "/new_checkout/kill"
    #expect(await root.send(.post, kill, "{}", sendsToken: false).status == 403)
    #expect(await root.send(.post, kill, "{}", headers: [("Origin", "https://evil.example.com")]).status == 403)
    #expect(await root.send(.post, kill, "{}", headers: [("Sec-Fetch-Site", "cross-site")]).status == 403)
    let signIn = #"{"email":"root@example.com","password":"\#(PeopleFixture.password)"}"#
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
    let root = try await fixture.setUp()
    let before = try #require(await root.cookie)
    let again = await root.send(
      .post, "/api/v1/session", #"{"email":"root@example.com","password":"\#(PeopleFixture.password)"}"#)
    #expect(again.status == 200)
    #expect(await root.cookie != before)
    #expect(await fixture.send(.get, "/api/v1/session", headers: [("Cookie", before)]).status == 401)
    #expect(await root.send(.get, "/api/v1/session").status == 200)
  }

  @Test func anAccountIsChangedFromTheVersionThatWasReadWhereOneIsNamed() async throws {
    let fixture = try await Fixture()
    let root = try await fixture.setUp()
    let path = "/api/v1/accounts/root@example.com"
    let read = try #require(await root.send(.get, path).header("etag"))
    #expect(await root.send(.patch, path, #"{"name":"Ann"}"#, headers: [("If-Match", read)]).status == 200)
    let stale = await root.send(.patch, path, #"{"name":"Bob"}"#, headers: [("If-Match", read)])
    #expect(stale.status == 412, "\(stale.text)")
    let last = await root.send(.patch, path, #"{"root":false}"#)
    #expect(last.status == 409)
    #expect(last["detail"]?.stringValue?.contains("last administrator") == true)
    #expect(await root.send(.get, path)["name"] == "Ann")
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
    let body = #"{"secret":"\#(secret)","email":"a@example.com","name":"A","password":"\#(PeopleFixture.password)"}"#
    for headers in [[("X-Forwarded-For", "203.0.113.9")], [("X-Forwarded-Proto", "http")]] {
      let refused = await fixture.send(.post, "/api/v1/setup", body, headers: headers)
      #expect(refused.status == 403, "\(headers)")
    }
    let overTLS = await fixture.send(
      .post, "/api/v1/setup", body, headers: [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https")])
    #expect(overTLS.status == 201)
  }

  @Test func thePasswordIsChangedByASessionAndNotByAToken() async throws {
    let fixture = try await Fixture()
    let root = try await fixture.setUp()
    let body = #"{"password":"\#(PeopleFixture.password)","newPassword":"another good password"}"#
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
    let root = try await fixture.setUp()
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
    let root = try await fixture.setUp()
    let invited = await root.send(.post, "/api/v1/invitations", #"{"email":"b@example.com","root":true}"#)
    let made = await root.send(.post, "/api/v1/tokens", #"{"name":"laptop"}"#)
    let secrets = [
      try #require(invited["secret"]?.stringValue), try #require(made["value"]?.stringValue),
      try #require(await root.cookie).replacing("__Host-serin=", with: ""), PeopleFixture.password, "argon2",
    ]
    for path in ["/api/v1/accounts", "/api/v1/invitations", "/api/v1/tokens", "/api/v1/audit?limit=1000"] {
      let text = await root.send(.get, path).text
      for secret in secrets { #expect(!text.contains(secret), "\(path)") }
    }
  }
}
