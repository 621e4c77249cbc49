import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct LimitTests {
  @Test func whatIsAsLargeAsItMayBeIsTakenAndOneMoreIsRefusedByNameWithTheLimit() async throws {
    let world = try await ControlWorld()
    for row in LimitTable.members {
      let operation = try #require(world.operations.first { $0.id == row.id }, "\(row.id)")
      let place = "\(row.id) \(row.field)"
      for (size, isTaken) in [(row.limit + 1, false), (row.limit, true)] where !isTaken || !row.isRefusedOnly {
        var template = RequestTemplate.of(row.id)
        template.body = row.body(size)
        let request = try await template.request(for: operation, in: world)
        let before = try await world.auditHeads()
        let answer = await world.send(request, as: row.asker)
        guard !isTaken else {
          #expect((200..<300).contains(answer.status), "\(place): \(answer.text.prefix(300))")
          continue
        }
        #expect(answer.status == 422, "\(place): \(answer.status) \(answer.text.prefix(300))")
        #expect(answer.faults.hasPrefix(row.field), "\(place): \(answer.faults.prefix(300))")
        #expect(answer.faults.contains(Self.words(row.limit)), "\(place): \(answer.faults.prefix(300))")
        #expect(try await world.auditHeads() == before, "\(place) was refused and left a row")
      }
    }
  }

  /// A limit as messages have it: in plain digits, or in the unit that people read.
  private static func words(_ limit: Int) -> Regex<Substring> {
    switch limit {
    case 7_776_000: /90 days|7776000/
    case 2_592_000: /30 days|2592000/
    default: (try? Regex("\(limit)", as: Substring.self)) ?? /never/
    }
  }

  /// SV-17: the same on every path that writes a flag's document.
  @Test(arguments: DocumentLimitTable.rows)
  func aPartOfAFlagIsAsLargeAsItMayBeOnEveryWritePath(row: DocumentLimitTable) async throws {
    let world = try await ControlWorld()
    let production = "/api/v1/projects/shop/environments/production"
    func paths(_ key: String, _ document: String) -> [(method: HTTPMethod, path: String, body: String)] {
      [
        (.post, "/flags", #"{"key":"\#(key)1","document":\#(document)}"#),
        (.put, "/flags/\(key)1", #"{"document":\#(document)}"#),
        (.post, "/apply", #"{"document":{"schema":1,"flags":{"\#(key)2":\#(document)}}}"#),
        (
          .post, "/change-requests",
          #"{"title":"t","change":{"operation":"createFlag","flag":"\#(key)3","document":\#(document)}}"#
        ),
        (
          .post, "/../../schedules",
          #"""
          {"environment":"production","at":"2027-02-01T00:00:00Z",
          "change":{"operation":"createFlag","flag":"\#(key)4","document":\#(document)}}
          """#
        ),
      ]
    }
    for (key, size) in [("fits", row.limit), ("large", row.limit + 1)] {
      for (method, path, body) in paths(key, row.document(size)) {
        let full = path.hasPrefix("/../..") ? "/api/v1/projects/shop" + path.dropFirst(6) : production + path
        if method == .put, key == "large" {
          await world.make(
            .post, "/environments/production/flags", #"{"key":"large1","document":\#(row.document(2))}"#)
        }
        let answer = await world.send(
          WorldRequest(method: method, path: full, body: body, headers: [("If-Match", "*")]), as: .instanceToken)
        if key == "fits" {
          #expect((200..<300).contains(answer.status), "\(row.name) \(path): \(answer.text.prefix(400))")
        } else {
          #expect(answer.status == 422, "\(row.name) \(path): \(answer.status) \(answer.text.prefix(400))")
          #expect(answer.faults.contains("\(row.limit)"), "\(row.name) \(path): \(answer.faults.prefix(400))")
        }
      }
    }
  }

  @Test func aProjectHasFiftyEnvironmentsAndNoMore() async throws {
    let world = try await ControlWorld()
    let keys = (1...50).map { "\"e\($0)\"" }.joined(separator: ",")
    let made = await world.send(
      WorldRequest(method: .post, path: "/api/v1/projects", body: #"{"key":"wide","environments":[\#(keys)]}"#),
      as: .instanceToken)
    #expect(made.status == 201, "\(made.text)")
    let more = await world.send(
      WorldRequest(method: .post, path: "/api/v1/projects/wide/environments", body: #"{"key":"e51"}"#),
      as: .instanceToken)
    #expect(more.status == 409)
    #expect(more["detail"]?.stringValue?.contains("50") == true)
  }

  @Test func anEnvironmentHasSoManyFlagsAndSegmentsAndTheOneAfterThemIsRefused() throws {
    let flag: JSONValue = [
      "kind": "release", "owner": "w", "off": "off", "default": "off", "variations": ["off": ["enabled": false]],
    ]
    func document(flags: Range<Int>, segments: Range<Int>) throws -> RulesetDocument {
      let flags = JSONObject(members: flags.map { ("f\($0)", flag) })
      let segments = JSONObject(members: segments.map { ("g\($0)", ["list": []]) })
      let json: JSONValue = ["schema": 1, "flags": .object(flags), "segments": .object(segments)]
      return try RulesetDocument(json: json, mode: .write, isWhole: false)
    }
    let full = try document(flags: 0..<10_000, segments: 0..<2000)
    let more = try document(flags: 10_000..<10_001, segments: 2000..<2001)
    let flags = more.flags.map { CompiledRuleset.Change.flag($0) }
    let segments = more.segments.map { CompiledRuleset.Change.segment($0) }
    #expect(full.issues(after: flags).map(\.message) == ["10001 flags are too many; at most 10000 are allowed"])
    #expect(full.issues(after: segments).map(\.message) == ["2001 segments are too many; at most 2000 are allowed"])
    // What is there already may be changed.
    #expect(full.issues(after: full.flags.prefix(1).map { CompiledRuleset.Change.flag($0) }).isEmpty)
  }

  @Test func aDocumentOfTooManySegmentsIsRefusedAsAWhole() async throws {
    let fixture = try await Fixture()
    let segments = (0..<2001).map { #""g\#($0)":{"list":[]}"# }.joined(separator: ",")
    let answer = await fixture.apply("", segments: segments)
    #expect(answer.status == 422)
    #expect(answer.faults.contains("2001 segments are too many; at most 2000 are allowed"))
  }

  @Test func aThousandChangesWaitInAProjectAndNoMore() async throws {
    let world = try await ControlWorld()
    let project = try #require(try await world.fixture.store.projects().first { $0.key == "shop" })
    let edits = (0..<999).map { number -> Edit in
      var edit = Edit(audit: Caller.setup.entry("schedule.create", "schedule:\(number)", reason: ""))
      edit.job = .create(
        JobRecord(
          id: "j_\(number)", kind: "change", projectID: project.id, dueAt: 1_900_000_000_000, actor: "setup",
          reason: "",
          payload: "{}"))
      return edit
    }
    _ = try await world.fixture.store.commit(Change(chain: project.id, edits: edits))
    try await expectOneMoreAndNoOther("createSchedule", 1000, in: world)
  }

  @Test func fiveHundredChangeRequestsAreOpenInAnEnvironmentAndNoMore() async throws {
    let world = try await ControlWorld()
    let store = world.fixture.store
    let environment = try #require(try await store.environments(projectID: nil).first { $0.key == "production" })
    let edits = (0..<499).map { number -> Edit in
      var edit = Edit(audit: Caller.setup.entry("changeRequest.propose", "changeRequest:\(number)", reason: ""))
      edit.changeRequest = .create(
        ChangeRequestRecord(
          id: "cr_\(number)", environmentID: environment.id, author: "setup", title: "t", description: "", patch: "{}",
          baseVersions: "{}", contentHash: Array(repeating: 7, count: 32)))
      return edit
    }
    _ = try await store.commit(Change(chain: environment.projectID, edits: edits))
    try await expectOneMoreAndNoOther("proposeChange", 500, in: world)
  }

  private func expectOneMoreAndNoOther(_ id: String, _ limit: Int, in world: ControlWorld) async throws {
    let operation = try #require(world.operations.first { $0.id == id })
    let request = try await RequestTemplate.of(id).request(for: operation, in: world)
    #expect(await world.send(request, as: .instanceToken).status == 201)
    let refused = await world.send(request, as: .instanceToken)
    #expect(refused.status == 409)
    #expect(refused["detail"]?.stringValue?.contains("\(limit)") == true, "\(refused.text)")
  }
}
