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
      for (size, isTaken) in [(row.limit + 1, false), (row.limit, true)] {
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

  @Test(arguments: LimitTable.queries.map(\.id))
  func aPageIsAsLongAsItMayBeAndNoLonger(id: String) async throws {
    let row = try #require(LimitTable.queries.first { $0.id == id })
    let world = try await ControlWorld()
    let operation = try #require(world.operations.first { $0.id == id })
    let request = try await RequestTemplate.of(id).request(for: operation, in: world)
    for (number, status) in [(0, 400), (1, 200), (row.limit, 200), (row.limit + 1, 400)] {
      let asked = WorldRequest(method: request.method, path: "\(request.path)?\(row.parameter)=\(number)")
      let answer = await world.send(asked, as: .instanceToken)
      #expect(answer.status == status, "\(id) \(number): \(answer.text.prefix(300))")
      guard status == 400 else { continue }
      #expect(answer["detail"]?.stringValue?.contains("\(row.limit)") == true, "\(answer.text)")
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

  @Test func anEnvironmentHasTwoThousandSegmentsAndTheOneAfterThemIsRefused() async throws {
    let world = try await ControlWorld()
    func segments(_ range: Range<Int>) -> String { range.map { #""g\#($0)":{"list":[]}"# }.joined(separator: ",") }
    // One is there already.
    #expect(await world.fixture.apply("", segments: segments(0..<1999)).status == 200)
    let create = WorldRequest(
      method: .post, path: "/api/v1/projects/shop/environments/production/segments",
      body: #"{"key":"one_more","kind":"list"}"#)
    for answer in [
      await world.send(create, as: .instanceToken), await world.fixture.apply("", segments: segments(1999..<2000)),
      await world.fixture.apply("", segments: segments(0..<2001)),
    ] {
      #expect(answer.status == 422, "\(answer.text.prefix(300))")
      #expect(answer.faults.contains("at most 2000 are allowed"), "\(answer.faults.prefix(300))")
    }
  }

  @Test func aDocumentHasTenThousandFlagsAndTheOneAfterThemIsRefused() async throws {
    let flag = (try JSONValue(parsing: Array("{\(FlagText.flag("f"))}".utf8), options: .control))["f"] ?? .null
    let flags = JSONObject(members: (0..<10_000).map { ("f\($0)", flag) })
    let document = try RulesetDocument(json: ["schema": 1, "flags": .object(flags)], mode: .write, isWhole: false)
    let one = try RulesetDocument(
      json: ["schema": 1, "flags": ["one_more": flag]], mode: .write, isWhole: false
    ).flags.map { CompiledRuleset.Change.flag($0) }
    let issues = document.issues(after: one)
    #expect(issues.map(\.message) == ["10001 flags are too many; at most 10000 are allowed"])
    // One that is there already may be changed.
    let same = document.flags.prefix(1).map { CompiledRuleset.Change.flag($0) }
    #expect(document.issues(after: same).isEmpty)
  }
}
