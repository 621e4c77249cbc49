import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// What went wrong elsewhere with servers and control panels, and must not here; the ids are those of the reports.
@Suite struct FieldReportTests {
  private static let production = "/api/v1/projects/shop/environments/production"
  private let context = #"{"context":{"userID":"u-1","attributes":{"country":"DE"}}}"#

  /// SV-07: a client that takes each new validator gets one whole answer for each change.
  @Test func afterAChangeThereIsOneWholeAnswerAndThenNoneUntilTheNextChange() async throws {
    let fixture = try await Fixture()
    var tag = try #require(await fixture.evaluate("/v1/evaluate", context).header("etag"))
    for verb in ["kill", "unkill", "kill"] {
      #expect(await fixture.control(.post, Fixture.flags + "/welcome_text/\(verb)").status == 200)
      var statuses: [Int] = []
      for _ in 0..<10 {
        let answer = await fixture.evaluate("/v1/evaluate", context, headers: [("If-None-Match", tag)])
        statuses.append(answer.status)
        if let next = answer.header("etag") { tag = next }
      }
      #expect(statuses == [200] + Array(repeating: 304, count: 9))
    }
  }

  /// SV-10: a key that would mean something in an address is refused with the rule, for whatever has a key.
  @Test(arguments: ["a/b", "a:b", "a?b", "a+b", " a", "a ", "", ".", "..", "ä", "a\u{0}b", "-a"])
  func aKeyThatWouldBreakAnAddressIsRefusedWithTheRule(key: String) async throws {
    let fixture = try await Fixture()
    let name = JSONValue.string(key).text()
    let shop = "/api/v1/projects/shop"
    for (path, body) in [
      ("/api/v1/projects", #"{"key":\#(name)}"#), (shop + "/environments", #"{"key":\#(name)}"#),
      (Self.production + "/flags", #"{"key":\#(name),"document":{"kind":"release","owner":"w"}}"#),
      (Self.production + "/segments", #"{"key":\#(name),"kind":"list"}"#),
      (Self.production + "/apply", #"{"document":{"schema":1,"flags":{\#(name):{"kind":"release","owner":"w"}}}}"#),
    ] {
      let answer = await fixture.control(.post, path, body)
      #expect(answer.status == 422, "\(path): \(answer.text)")
      // An empty one is as good as none.
      if !key.isEmpty { #expect(answer.faults.contains("A-Z") || answer.faults.contains("letter"), "\(answer.faults)") }
    }
  }

  /// SV-10: a key next to one that differs by its case goes through its whole life, and no twin appears.
  @Test func twoKeysThatDifferByCaseAreTwoFlagsAllTheirLife() async throws {
    let fixture = try await Fixture()
    for (key, owner) in [("a", "lower"), ("A", "upper"), ("a.b-c_d", "marks")] {
      let made = await fixture.control(
        .post, Fixture.flags, #"{"key":"\#(key)","document":{"kind":"release","owner":"\#(owner)"}}"#)
      #expect(made.status == 201, "\(made.text)")
    }
    var document = try #require(await fixture.control(.get, Fixture.flags + "/A")["document"]?.objectValue?.editable)
    document["description"] = "only the upper one"
    let edited = await fixture.control(
      .put, Fixture.flags + "/A", #"{"document":\#(document.text)}"#, headers: [("If-Match", "*")])
    #expect(edited.status == 200)
    #expect(await fixture.control(.get, Fixture.flags + "/a")["document"]?["description"] == nil)
    #expect(await fixture.control(.post, "/api/v1/projects/shop/flags/A/archive").status == 200)
    #expect(await fixture.evaluate("/v1/evaluate/A", context).status == 404)
    #expect(await fixture.evaluate("/v1/evaluate/a", context).status == 200)
    #expect(await fixture.evaluate("/v1/evaluate/a.b-c_d", context).status == 200)
    let keys = await fixture.control(.get, Fixture.flags + "?archived=true")["flags"]?.arrayValue?.compactMap {
      $0["key"]?.stringValue
    }
    #expect(keys == ["A", "a", "a.b-c_d", "new_checkout", "welcome_text"])
  }

  /// SV-11: whoever has a client key learns nobody's address, no member of a segment and no rule.
  @Test func aClientKeyGetsAnswersAndNobodysAddress() async throws {
    let fixture = try await Fixture()
    let people = (0..<100).map { "\"person\($0)@example.com\"" }.joined(separator: ",")
    let when = #"{"any":[{"segment":"staff"},{"attribute":"email","op":"in","values":[\#(people)]}]}"#
    let applied = await fixture.apply(
      FlagText.flag("targeted", when: when), segments: #""staff":{"list":[\#(people)]}"#)
    #expect(applied.status == 200, "\(applied.text)")
    for path in [
      "/v1/evaluate", "/v1/evaluate/targeted", "/ofrep/v1/evaluate/flags", "/ofrep/v1/evaluate/flags/targeted",
    ] {
      let text = await fixture.evaluate(path, context).text
      #expect(text.contains("targeted"), "\(path)")
      for secret in ["@", "staff", "email", "person"] { #expect(!text.contains(secret), "\(path): \(text)") }
    }
    for path in ["/ruleset", "/segments", "/segments/staff", "/flags/targeted", "/evaluate"] {
      let method: HTTPMethod = path == "/evaluate" ? .post : .get
      let refused = await fixture.send(method, Self.production + path, token: fixture.clientKey)
      #expect(refused.status == 403)
      #expect(!refused.text.contains("@") && !refused.text.contains("person"))
    }
  }

  /// SV-13: while the store is away the last whole set is answered, and afterwards the new whole set; never a part.
  @Test func aStoreThatComesBackGivesAWholeSetAgain() async throws {
    let fixture = try await Fixture()
    let store = FaultyStore(fixture.store)
    let keeper = RulesetKeeper(store: store, clock: { 0 })
    try await keeper.load()
    let project = try #require(keeper.state.projects.first)
    let id = try keeper.state.ruleset("production", in: project).environment.id
    store.failReads(true)
    for number in 0..<5 {
      let before = Set(keeper.state.rulesets[id]?.flags.map(\.key) ?? [])
      #expect(await fixture.apply(FlagText.flag("new\(number)")).status == 200)
      try? await keeper.load()
      #expect(Set(keeper.state.rulesets[id]?.flags.map(\.key) ?? []) == before)
    }
    #expect(keeper.state.rulesets[id]?.flags.map(\.key) == ["new_checkout", "welcome_text"])
    store.failReads(false)
    try await keeper.load()
    let ruleset = try #require(keeper.state.rulesets[id])
    #expect(ruleset.flags.map(\.key) == ["new0", "new1", "new2", "new3", "new4", "new_checkout", "welcome_text"])
    #expect(ruleset.isComplete)
  }

  /// SV-16: of a hundred changes within a moment the last one is what everybody gets.
  @Test func ofAHundredQuickChangesTheLastOneCounts() async throws {
    let fixture = try await Fixture()
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          let verb = number % 2 == 0 ? "kill" : "unkill"
          #expect(await fixture.control(.post, Fixture.flags + "/welcome_text/\(verb)").status == 200)
        }
      }
    }
    let view = await fixture.control(.get, Fixture.flags + "/welcome_text")
    let answer = await fixture.evaluate("/v1/evaluate/welcome_text", context)
    #expect(answer["isEnabled"] == .bool(view["killed"] == false))
    let environments = try await fixture.store.environments(projectID: nil)
    let stored = try #require(environments.first { $0.key == "production" })
    #expect(answer["revision"] == .number(Double(stored.revision)))
    let another = try await fixture.anotherServer()
    let there = await Fixture.send(
      to: another, .post, "/v1/evaluate/welcome_text", Array(context.utf8), token: fixture.clientKey)
    #expect(there.bytes == answer.bytes)
  }

  /// CP-07: who may only switch switches a flag of many variations, and changes none of them.
  @Test func whoMaySwitchSwitchesAnyFlagAndEditsNone() async throws {
    let world = try await ControlWorld()
    let flag = Self.production + "/flags/welcome_text"
    for verb in ["kill", "unkill"] {
      let switched = await world.send(WorldRequest(method: .post, path: flag + "/" + verb), as: .releaser)
      #expect(switched.status == 200, "\(switched.text)")
    }
    var request = try await RequestTemplate.of("replaceFlag").request(
      for: try #require(world.operations.first { $0.id == "replaceFlag" }), in: world)
    request.headers = [("If-Match", "*")]
    let refused = await world.send(request, as: .releaser)
    #expect(refused.status == 403)
    #expect(refused["detail"] == "this takes an editor or admin of the project")
  }

  /// CP-08: an approval binds everybody, whichever way the change comes.
  @Test func nobodyChangesAProtectedEnvironmentDirectlyAndNobodyApprovesTheirOwn() async throws {
    let world = try await ControlWorld()
    let operation = try #require(world.operations.first { $0.id == "replaceFlag" })
    await world.make(.patch, "/environments/production", #"{"protected":true}"#)
    for asker in [Asker.editor, .admin, .root, .projectToken, .instanceToken, .editToken] {
      let request = try await RequestTemplate.of("replaceFlag").request(
        for: operation, in: world, reason: "in a hurry")
      let refused = await world.send(request, as: asker)
      #expect(refused["code"] == "approvalRequired", "\(asker): \(refused.text)")
    }
    for asker in [Asker.admin, .root, .projectToken] {
      let path = Self.production + "/change-requests"
      let proposed = await world.send(
        WorldRequest(
          method: .post, path: path,
          body: #"{"title":"t","change":{"operation":"replaceFlag","flag":"new_checkout","patch":{"default":"on"}}}"#),
        as: asker)
      let own = await world.send(
        WorldRequest(
          method: .post, path: "\(path)/\(proposed["id"]?.stringValue ?? "")/approve",
          body: #"{"contentHash":"\#(proposed["contentHash"]?.stringValue ?? "")"}"#), as: asker)
      #expect(own.status == 403, "\(asker): \(own.text)")
    }
  }
}
