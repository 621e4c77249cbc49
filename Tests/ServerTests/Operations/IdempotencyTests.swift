import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct IdempotencyTests {
  private static let flag = """
    {"key": "fresh", "document": {"kind": "release", "owner": "team",
     "variations": {"off": {"enabled": false}, "on": {"enabled": true}}, "off": "off", "default": "off"}}
    """

  private func create(_ fixture: Fixture, _ key: String, _ body: String = flag, token: String? = nil) async -> Answer {
    await fixture.send(
      .post, Fixture.flags, body, token: token ?? fixture.adminToken, headers: [("Idempotency-Key", key)])
  }

  @Test func aRequestThatIsSentAgainIsNotCarriedOutAgainAndGetsTheSameAnswer() async throws {
    let fixture = try await Fixture()
    let first = await create(fixture, "\"k-1\"")
    #expect(first.status == 201, "\(first.text)")
    #expect(first.header("Idempotency-Replayed") == nil)
    let rows = try await auditRows(fixture)
    // With and without quotation marks it is the same key.
    for key in ["\"k-1\"", "k-1"] {
      let again = await create(fixture, key)
      #expect(again.status == 201)
      #expect(again.bytes == first.bytes)
      #expect(again.header("ETag") == first.header("ETag"))
      #expect(again.header("Location") == first.header("Location"))
      #expect(again.header("Idempotency-Replayed") == "true")
    }
    #expect(try await auditRows(fixture) == rows)
    #expect(await create(fixture, "k-2").status == 409)
  }

  @Test func anotherRequestWithTheKeyIsRefused() async throws {
    let fixture = try await Fixture()
    #expect(await create(fixture, "k").status == 201)
    let other = await create(fixture, "k", Self.flag.replacing("fresh", with: "other"))
    #expect(other.status == 422)
    #expect(other.faults.hasPrefix("Idempotency-Key: "))
    #expect(await fixture.control(.get, Fixture.flags + "/other").status == 404)
  }

  @Test func aRefusedRequestGivesItsKeyBack() async throws {
    let fixture = try await Fixture()
    let bad = await create(fixture, "k", #"{"key": "fresh", "document": {"kind": "nonsense"}}"#)
    #expect(bad.status == 422)
    #expect(await create(fixture, "k").status == 201)
  }

  @Test(arguments: ["", "\"\"", String(repeating: "x", count: 256), "tab\u{9}"])
  func aKeyThatIsNoneIsRefused(key: String) async throws {
    let fixture = try await Fixture()
    #expect(await create(fixture, key).status == 400)
    #expect(await fixture.control(.get, Fixture.flags + "/fresh").status == 404)
  }

  @Test func ofManyAtOnceOneIsCarriedOut() async throws {
    let fixture = try await Fixture()
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<12 { group.addTask { await create(fixture, "k").status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.allSatisfy { $0 == 201 || $0 == 409 }, "\(statuses)")
    #expect(statuses.contains(201))
    // One request, with a row for each environment.
    let records: [AuditRecord] = try await auditRecords(fixture)
    let created = records.filter { $0.entry.action == "flag.create" && $0.entry.via == "api" }
    #expect(Set(created.map(\.entry.requestID)).count == 1)
  }

  @Test func aKillWaitsForNoKeyAndIsRefusedByNone() async throws {
    let fixture = try await Fixture()
    #expect(await create(fixture, "k").status == 201)
    let killed = await fixture.control(
      .post, Fixture.flags + "/new_checkout/kill", "", headers: [("Idempotency-Key", "k")])
    #expect(killed.status == 200, "\(killed.text)")
    #expect(killed.header("Idempotency-Replayed") == nil)
  }

  @Test func whatWasAskedIsNotFoundOutFromTheDatabaseByTrying() throws {
    let request = HTTPRequest(method: .put, target: "/api/v1/session/password", body: Array("{}".utf8))
    let box = SecretBox(key: Array(0..<32))
    let fingerprint = IdempotencyKey.fingerprint(of: request, by: box)
    #expect(fingerprint == IdempotencyKey.fingerprint(of: request, by: box))
    #expect(fingerprint != IdempotencyKey.fingerprint(of: request, by: SecretBox(key: Array(1...32))))
  }

  @Test func keysOfOthersAreTheirOwn() async throws {
    let fixture = try await Fixture()
    let made = await fixture.control(.post, "/api/v1/tokens", #"{"name": "second", "kind": "instance"}"#)
    let second = try #require(made["token"]?.stringValue ?? made["value"]?.stringValue, "\(made.text)")
    #expect(await create(fixture, "k").status == 201)
    // The other one's request runs, and is refused because the flag is there already.
    #expect(await create(fixture, "k", token: second).status == 409)
    #expect(await create(fixture, "k", token: second).header("Idempotency-Replayed") == nil)
  }

  @Test func aSecretThatIsShownOnceIsKeptSealed() async throws {
    let fixture = try await Fixture()
    let headers = [("Idempotency-Key", "token-1")]
    let body = #"{"name": "ci", "kind": "instance"}"#
    let first = await fixture.control(.post, "/api/v1/tokens", body, headers: headers)
    #expect(first.status == 201)
    let again = await fixture.control(.post, "/api/v1/tokens", body, headers: headers)
    #expect(again.bytes == first.bytes)
    #expect(again.header("Idempotency-Replayed") == "true")
    let secret = try #require((first["token"] ?? first["value"])?.stringValue)
    for file in ["config.db", "config.db-wal"] {
      let bytes = try DatabaseFile.bytes(fixture.folder + "/" + file)
      #expect(!bytes.isEmpty && !DatabaseFile.contains(bytes, Array(secret.utf8)), "\(file)")
    }
  }

  @Test func anAnswerThatIsNotKeptSaysThatItWasCarriedOut() async throws {
    let fixture = try await Fixture()
    let text = String(repeating: "x", count: KeptAnswer.maximumBytes / 2)
    let property = #"{"type": "string", "default": "\#(text)"}"#
    let properties = #""properties": {"a": \#(property), "b": \#(property)}"#
    let body = Self.flag.replacing(#""owner": "team","#, with: #""owner": "team", "# + properties + ",")
    #expect(await create(fixture, "k", body).status == 201)
    let again = await create(fixture, "k", body)
    #expect(again.status == 409)
    #expect(again["detail"]?.stringValue?.contains("was carried out") == true, "\(again.text)")
  }

  @Test func underAnotherMasterKeyNoEarlierKeyIsKnown() async throws {
    let fixture = try await Fixture()
    #expect(await create(fixture, "k").status == 201)
    var configuration = Fixture.configuration
    configuration.sealingKey = Array(1...32)
    let other = try await SerinServer(store: fixture.store, events: fixture.events, configuration: configuration)
    let answer = await Fixture.send(
      to: other, .post, Fixture.flags, Array(Self.flag.utf8), token: fixture.adminToken,
      headers: [("Idempotency-Key", "k")])
    #expect(answer["detail"]?.stringValue?.contains("exists already") == true, "\(answer.text)")
  }

  @Test func aKeyIsForgottenAfterADay() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    #expect(await create(fixture, "k").status == 201)
    clock.advance(milliseconds: IdempotentCalls.lifetime)
    await fixture.server.maintain()
    let again = await create(fixture, "k")
    #expect(again.status == 409)
    #expect(again["detail"]?.stringValue?.contains("exists already") == true)
  }

  @Test func everyOperationThatChangesSomethingForSomebodyKnownTakesTheHeader() async throws {
    let fixture = try await Fixture()
    let document = await fixture.send(.get, OpenAPIDocument.path).json
    let create = document["paths"]?[Fixture.flagsTemplate]?["post"]?["parameters"]?.arrayValue ?? []
    #expect(create.contains { $0["name"]?.stringValue == "Idempotency-Key" && $0["in"]?.stringValue == "header" })
    let list = document["paths"]?[Fixture.flagsTemplate]?["get"]?["parameters"]?.arrayValue ?? []
    #expect(!list.contains { $0["name"]?.stringValue == "Idempotency-Key" })
  }

  private func auditRecords(_ fixture: Fixture) async throws -> [AuditRecord] {
    let project = try #require(try await fixture.store.projects().first)
    return try await fixture.store.audit(chain: project.id, after: 0, object: nil, limit: 1000)
  }

  private func auditRows(_ fixture: Fixture) async throws -> Int { try await auditRecords(fixture).count }
}
