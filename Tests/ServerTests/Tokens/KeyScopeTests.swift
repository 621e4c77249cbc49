import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct KeyScopeTests {
  private static let keys = "/api/v1/projects/shop/keys"

  private func key(_ fixture: Fixture, _ members: String, kind: String = "client") async throws -> (
    id: String, text: String
  ) {
    let made = await fixture.control(
      .post, Self.keys, #"{"kind":"\#(kind)","environment":"production",\#(members)}"#)
    #expect(made.status == 201, "\(made.text)")
    return (try #require(made["id"]?.stringValue), try #require(made["value"]?.stringValue))
  }

  private func names(_ answer: Answer) -> [String] {
    (answer["flags"]?.arrayValue ?? []).compactMap { $0["key"]?.stringValue }
  }

  @Test func aKeySeesTheFlagsOfItsPatternsAndNoOthers() async throws {
    let fixture = try await Fixture()
    let (_, text) = try await key(fixture, #""flags":["new_*","other"]"#)
    for path in ["/v1/evaluate", "/ofrep/v1/evaluate/flags"] {
      #expect(names(await fixture.send(.post, path, token: text)) == ["new_checkout"])
    }
    for path in ["/v1/evaluate/", "/ofrep/v1/evaluate/flags/"] {
      #expect(await fixture.send(.post, path + "new_checkout", token: text).status == 200)
      let hidden = await fixture.send(.post, path + "welcome_text", token: text)
      let absent = await fixture.send(.post, path + "welcome_tex2", token: text)
      #expect(hidden.status == 404)
      #expect(hidden.text.replacing("welcome_text", with: "") == absent.text.replacing("welcome_tex2", with: ""))
    }
    let (_, everything) = try await key(fixture, #""flags":["*"]"#)
    #expect(names(await fixture.send(.post, "/v1/evaluate", token: everything)) == ["new_checkout", "welcome_text"])
  }

  @Test func aFlagThatIsSeenDependsOnOneThatIsNot() async throws {
    let fixture = try await Fixture()
    let applied = await fixture.apply(
      #"""
      "parent":{"kind":"ops","owner":"x","variations":{"off":{"enabled":false},"on":{"enabled":true}},"off":"off","default":"on"},
      "child":{"kind":"ops","owner":"x","default":"on","variations":{"off":{"enabled":false},"on":{"enabled":true}},"off":"off","prerequisites":[{"flag":"parent","enabled":true}]}
      """#)
    #expect(applied.status == 200, "\(applied.text)")
    let (_, text) = try await key(fixture, #""flags":["child"]"#)
    #expect(await fixture.send(.post, "/v1/evaluate/child", token: text)["isEnabled"] == true)
    #expect(await fixture.control(.post, Fixture.flags + "/parent/kill").status == 200)
    #expect(await fixture.send(.post, "/v1/evaluate/child", token: text)["isEnabled"] == false)
  }

  @Test func aScopeIsChangedWithoutAnotherKeyAndIsOnRecord() async throws {
    let fixture = try await Fixture()
    let (id, text) = try await key(fixture, #""name":"ios""#)
    let before = await fixture.send(.post, "/v1/evaluate", token: text)
    let edited = await fixture.control(
      .patch, Self.keys + "/" + id, #"{"flags":["welcome_*","welcome_*"],"origins":["https://a.example"],"name":"web"}"#
    )
    #expect(edited.status == 200, "\(edited.text)")
    #expect(edited["flags"] == ["welcome_*"] && edited["origins"] == ["https://a.example"] && edited["name"] == "web")
    #expect(edited["value"]?.stringValue == text)
    let tag = try #require(before.header("ETag"))
    let after = await fixture.send(.post, "/v1/evaluate", token: text, headers: [("If-None-Match", tag)])
    #expect(after.status == 200 && names(after) == ["welcome_text"])
    let audit = await fixture.control(.get, "/api/v1/projects/shop/audit?object=token:\(id)")
    #expect(audit.text.contains("token.edit"))
    // What is left out stays, and what is the same already is no change.
    let renamed = await fixture.control(.patch, Self.keys + "/" + id, #"{"name":"site"}"#)
    #expect(renamed["flags"] == ["welcome_*"] && renamed["origins"] == ["https://a.example"])
    let rows = await fixture.control(.get, "/api/v1/projects/shop/audit?object=token:\(id)").text
    #expect(await fixture.control(.patch, Self.keys + "/" + id, #"{"name":"site"}"#).status == 200)
    #expect(await fixture.control(.get, "/api/v1/projects/shop/audit?object=token:\(id)").text == rows)
    // Its successor has the same scope, and another node knows it from the store.
    let rotated = await fixture.control(.post, Self.keys + "/\(id)/rotate", #"{"overlap":60}"#)
    let successor = try #require(rotated["value"]?.stringValue)
    #expect(names(await fixture.send(.post, "/v1/evaluate", token: successor)) == ["welcome_text"])
    let other = try await fixture.anotherServer()
    #expect(names(await Fixture.send(to: other, .post, "/v1/evaluate", token: text)) == ["welcome_text"])
    #expect(await fixture.control(.delete, Self.keys + "/" + id).status == 204)
    #expect(await fixture.control(.patch, Self.keys + "/" + id, #"{"flags":[]}"#).status == 409)
  }

  @Test(
    arguments: [
      (#""kind":"client","flags":["a*b"]"#, "flags[0]"), (#""kind":"client","flags":["ok","*a"]"#, "flags[1]"),
      (#""kind":"client","flags":["a**"]"#, "flags[0]"), (#""kind":"client","flags":["*"]"#, nil),
      (#""kind":"client","flags":[""]"#, "flags[0]"), (#""kind":"client","flags":["ok","a\u0007"]"#, "flags[1]"),
      (#""kind":"client","origins":["https://app.example.com/"]"#, "origins[0]"),
      (#""kind":"client","origins":["https://app.example.com","App.example.com"]"#, "origins[1]"),
      (#""kind":"client","origins":["https://APP.example.com"]"#, "origins[0]"),
      (#""kind":"client","origins":["null"]"#, "origins[0]"),
      (#""kind":"client","origins":["https://a.example:port"]"#, "origins[0]"),
      (#""kind":"client","origins":["https://"]"#, "origins[0]"),
      (#""kind":"client","origins":["https://app.example.com:443"]"#, "origins[0]"),
      (#""kind":"client","origins":["http://a.example:80"]"#, "origins[0]"),
      (#""kind":"client","origins":["http://a.example:99999"]"#, "origins[0]"),
      (#""kind":"client","origins":["http://localhost:5173","capacitor://localhost","http://[::1]:8080","*"]"#, nil),
      (#""kind":"server","flags":["a"]"#, nil), (#""kind":"server","origins":["https://a.example"]"#, "origins"),
    ] as [(String, String?)])
  func aScopeThatIsNoneIsRefusedByItsPlace(members: String, place: String?) async throws {
    let fixture = try await Fixture()
    let made = await fixture.control(.post, Self.keys, #"{"environment":"production",\#(members)}"#)
    #expect(made.status == (place == nil ? 201 : 422), "\(made.text)")
    if let place { #expect(made.faults.hasPrefix(place + ":"), "\(made.faults)") }
  }

  @Test func anAdminTokenHasNoScopeOfFlags() async throws {
    let fixture = try await Fixture()
    for member in [#""flags":["a"]"#, #""origins":["https://a.example"]"#] {
      let made = await fixture.control(.post, Self.keys, #"{"kind":"admin",\#(member)}"#)
      #expect(made.status == 422, "\(made.text)")
    }
  }

  @Test func whatAClientGoesOnWithIsCountedOnlyForTheFlagsThatItSees() async throws {
    let fixture = try await Fixture()
    let (_, text) = try await key(fixture, #""flags":["new_*"]"#)
    let tag = try #require(await fixture.send(.post, "/v1/evaluate", token: text).header("ETag"))
    #expect(await fixture.send(.post, "/v1/evaluate", token: text, headers: [("If-None-Match", tag)]).status == 304)
    let hidden = await fixture.control(.get, Fixture.flags + "/welcome_text")
    #expect(hidden["lastEvaluatedAt"] == nil, "\(hidden.text)")
    #expect(await fixture.control(.get, Fixture.flags + "/new_checkout")["lastEvaluatedAt"] != nil)
  }
}
