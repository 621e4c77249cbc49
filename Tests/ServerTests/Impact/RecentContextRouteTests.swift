import HTTP
import SerinFlags
import SerinLock
import Store
import Testing

@testable import Server

@Suite struct RecentContextRouteTests {
  private static let production = "/api/v1/projects/shop/environments/production"
  private static let path = production + "/recent-contexts"

  /// What the store has of all environments.
  private func stored(_ fixture: Fixture) async throws -> [RecentContextRecord] {
    var rows: [RecentContextRecord] = []
    for environment in try await fixture.store.environments(projectID: nil) {
      rows += try await fixture.events.recentContexts(environment: environment.number)
    }
    return rows
  }

  private func count(_ fixture: Fixture) async -> Int {
    await Int(fixture.control(.get, Self.path)["contexts"]?.numberValue ?? -1)
  }

  @Test func everyKindOfEvaluationBringsItsContext() async throws {
    let fixture = try await Fixture(clock: FakeClock())
    for (path, body) in [
      ("/v1/evaluate", #"{"context":{"userID":"a"}}"#), ("/v1/evaluate/new_checkout", #"{"context":{"userID":"b"}}"#),
      ("/ofrep/v1/evaluate/flags", #"{"context":{"targetingKey":"c"}}"#),
      ("/ofrep/v1/evaluate/flags/new_checkout", #"{"context":{"targetingKey":"d","plan":"free"}}"#),
      ("/v1/evaluate", ""),
    ] {
      #expect(await fixture.evaluate(path, body).status == 200)
    }
    let answer = await fixture.control(.get, Self.path + "?limit=10")
    let contexts = answer["newestContexts"]?.arrayValue?.compactMap { $0["context"] } ?? []
    #expect(
      Set(contexts) == [
        ["userID": "a"], ["userID": "b"], ["userID": "c"], ["userID": "d", "attributes": ["plan": "free"]], [:],
      ])
    #expect(answer["contexts"] == 5)
    #expect(answer["keepsContexts"] == true)
    #expect(answer["oldest"] == .string(Instants.text(1_800_000_000_000)))
  }

  @Test func whatIsRefusedAndWhatPeopleAskInTheControlAPIIsNotTakenDown() async throws {
    let fixture = try await Fixture(clock: FakeClock())
    #expect(await fixture.evaluate("/v1/evaluate", #"{"context":{"userId":"a"}}"#).status == 422)
    _ = await fixture.control(.post, Fixture.flags + "/new_checkout/evaluate", #"{"context":{"userID":"b"}}"#)
    _ = await fixture.control(.post, Self.production + "/evaluate", #"{"context":{"userID":"c"}}"#)
    #expect(await count(fixture) == 0)
  }

  @Test func clientsThatOnlyEverHearThatNothingChangedAreSeen() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let bodies = (0..<20).map { #"{"context":{"userID":"user-\#($0)"}}"# }
    var tags: [String] = []
    for body in bodies { tags.append(await fixture.evaluate("/v1/evaluate", body).header("etag") ?? "") }
    _ = await fixture.control(.delete, Self.path)
    #expect(await count(fixture) == 0)
    clock.advance(seconds: 60)
    for (body, tag) in zip(bodies, tags) {
      #expect(await fixture.evaluate("/v1/evaluate", body, headers: [("If-None-Match", tag)]).status == 304)
    }
    #expect(await count(fixture) == 20)
  }

  @Test func theSampleIsThereAfterARestart() async throws {
    let fixture = try await Fixture()
    for user in ["a", "b"] { _ = await fixture.evaluate("/v1/evaluate", #"{"context":{"userID":"\#(user)"}}"#) }
    await fixture.server.maintain()
    let restarted = try await fixture.anotherServer()
    let answer = await Fixture.send(to: restarted, .get, Self.path, token: fixture.adminToken)
    #expect(answer["contexts"] == 2)
  }

  @Test func switchedOffTheContextsAreGoneAndNoneIsTakenDown() async throws {
    let fixture = try await Fixture()
    _ = await fixture.evaluate("/v1/evaluate", #"{"context":{"userID":"a"}}"#)
    await fixture.server.maintain()
    _ = await fixture.evaluate("/v1/evaluate", #"{"context":{"userID":"b"}}"#)
    let off = await fixture.control(
      .patch, Self.production, #"{"keepsContexts":false,"reason":"privacy"}"#, headers: [("If-Match", "*")])
    #expect(off.status == 200)
    #expect(off["keepsContexts"] == false)
    #expect(try await stored(fixture).isEmpty)
    _ = await fixture.evaluate("/v1/evaluate", #"{"context":{"userID":"c"}}"#)
    await fixture.server.maintain()
    #expect(try await stored(fixture).isEmpty)
    let answer = await fixture.control(.get, Self.path)
    #expect(answer["contexts"] == 0)
    #expect(answer["keepsContexts"] == false)
    let preview = await fixture.control(
      .post, Self.production + "/preview", #"{"change":{"operation":"killFlag","flag":"welcome_text"}}"#)
    #expect(preview["known"] == false)
    #expect(preview["summary"]?["text"] == "this environment keeps no contexts: the impact is unknown")
    let audit = await fixture.control(.get, "/api/v1/projects/shop/audit")["entries"]?.arrayValue?.last
    #expect(audit?["action"] == "environment.update")
    #expect(audit?["before"]?["environments"]?.arrayValue?.first?["keepsContexts"] == true)
    #expect(audit?["after"]?["environments"]?.arrayValue?.first?["keepsContexts"] == false)
  }

  @Test func whatCouldNotBeDeletedWhenSwitchedOffGoesWithTheNextMaintenance() async throws {
    let fixture = try await Fixture()
    let events = FaultyEvents(fixture.events)
    let server = try await SerinServer(store: fixture.store, events: events, configuration: Fixture.configuration)
    _ = await Fixture.send(
      to: server, .post, "/v1/evaluate", Array(#"{"context":{"userID":"a"}}"#.utf8), token: fixture.clientKey)
    await server.maintain()
    events.failContexts(true)
    let off = await Fixture.send(
      to: server, .patch, Self.production, Array(#"{"keepsContexts":false}"#.utf8), token: fixture.adminToken,
      headers: [("If-Match", "*")])
    #expect(off.status == 200)
    let answer = await Fixture.send(to: server, .get, Self.path, token: fixture.adminToken)
    #expect(answer["contexts"] == 0)
    events.failContexts(false)
    #expect(try await stored(fixture).count == 1)
    await server.maintain()
    #expect(try await stored(fixture).isEmpty)
  }

  @Test func aNewEnvironmentMayKeepNoneFromTheBeginning() async throws {
    let fixture = try await Fixture()
    let made = await fixture.control(
      .post, "/api/v1/projects/shop/environments", #"{"key":"private","keepsContexts":false}"#)
    #expect(made["keepsContexts"] == false)
    #expect(await fixture.control(.get, Self.production)["keepsContexts"] == true)
  }

  @Test func aUserIsDeletedByTheirId() async throws {
    let fixture = try await Fixture()
    for user in ["a", "b"] { _ = await fixture.evaluate("/v1/evaluate", #"{"context":{"userID":"\#(user)"}}"#) }
    await fixture.server.maintain()
    #expect(await fixture.control(.delete, Self.path + "?userID=a")["deleted"] == 1)
    #expect(await fixture.control(.delete, Self.path + "?userID=a")["deleted"] == 0)
    #expect(await fixture.control(.delete, Self.path + "?userID=").status == 400)
    #expect(try await stored(fixture).map(\.context) == [#"{"userID":"b"}"#])
    #expect(await fixture.control(.delete, Self.path)["deleted"] == 1)
    #expect(await count(fixture) == 0)
  }

  @Test func onlyThoseWhoEditSeeContextsAndOnlyAdminsDeleteThem() async throws {
    let fixture = try await Fixture()
    _ = await fixture.evaluate("/v1/evaluate", #"{"context":{"userID":"secret-user"}}"#)
    let change = #"{"change":{"operation":"killFlag","flag":"welcome_text"}}"#
    let root = try await fixture.setUp()
    for (role, sees, deletes) in [("viewer", 403, 403), ("editor", 200, 403), ("admin", 200, 200)] {
      let person = try await fixture.join(role, #""role":"\#(role)""#, by: root)
      let counts = await person.send(.get, Self.path)
      #expect(counts["contexts"] == 1, "\(role)")
      #expect(!counts.text.contains("secret-user"), "\(role)")
      #expect(await person.send(.get, Self.path + "?limit=1").status == sees, "\(role)")
      let preview = await person.send(.post, Self.production + "/preview", change)
      #expect(preview["summary"]?["contexts"] == 1, "\(role)")
      #expect(preview.text.contains("secret-user") == (role != "viewer"), "\(role)")
      #expect(await person.send(.delete, Self.path + "?userID=x").status == deletes, "\(role)")
    }
  }

  @Test func aReadOnlyTokenOfAnAdminSeesNoContexts() async throws {
    let fixture = try await Fixture()
    _ = await fixture.evaluate("/v1/evaluate", #"{"context":{"userID":"secret-user"}}"#)
    let made = await fixture.control(
      .post, "/api/v1/projects/shop/keys", #"{"kind":"admin","scopes":["read"]}"#)
    let token = try #require(made["value"]?.stringValue)
    let preview = await fixture.send(
      .post, Self.production + "/preview", #"{"change":{"operation":"killFlag","flag":"welcome_text"}}"#, token: token)
    #expect(preview.status == 200)
    #expect(!preview.text.contains("secret-user"))
  }

  @Test func aPreviewThatCannotBeReadIsRefusedByItsPath() async throws {
    let fixture = try await Fixture()
    let path = Self.production + "/preview"
    #expect(await fixture.control(.post, path, "{}").faults.contains("change: is required"))
    let unknown = await fixture.control(.post, path, #"{"change":{"operation":"explode"}}"#)
    #expect(unknown.status == 422)
    #expect(unknown.faults.contains("change.operation"))
  }

  @Test func messagesForTheOperatorHaveNoContexts() async throws {
    let logged = Lock<[String]>([])
    let fixture = try await Fixture()
    let events = FaultyEvents(fixture.events)
    events.failContexts(true)
    var configuration = Fixture.configuration
    configuration.log = { line in logged.withLock { $0.append(line) } }
    let server = try await SerinServer(store: fixture.store, events: events, configuration: configuration)
    _ = await Fixture.send(
      to: server, .post, "/v1/evaluate", Array(#"{"context":{"userID":"secret-user"}}"#.utf8), token: fixture.clientKey)
    await server.maintain()
    let lines = logged.withLock { $0 }
    #expect(lines.contains { $0.hasPrefix("recent contexts could not be written down") })
    #expect(!lines.contains { $0.contains("secret-user") })
  }
}
