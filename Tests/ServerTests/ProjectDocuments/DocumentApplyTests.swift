import HTTP
import SerinFlags
import SerinLock
import Store
import Testing

@testable import Server

@Suite struct DocumentApplyTests {
  private func document(_ bench: DocumentBench, _ value: JSONValue) async throws -> JSONValue {
    try await bench.export().setting("flags", "welcome_text", "environments", "production", "default", to: value)
  }

  @Test func `a plan is stale once somebody edits anything`() async throws {
    let bench = try await DocumentBench()
    let wish = try bench.wish(try await document(bench, "off"))
    let project = try bench.bench.place().project
    let plan = try await bench.documents.plan(wish, for: project)
    try await bench.bench.edit(["description": "meanwhile"])
    let before = try await bench.state()
    let stale = await problem { () async throws(Problem) in
      try await bench.documents.apply(wish, version: plan.version, to: project)
    }
    #expect(stale.status == 412)
    #expect(try await bench.state() == before)
    let again = try await bench.documents.plan(wish, for: project)
    #expect(stale.members["conflict"]?["current"] == .string(again.version))
    #expect(try await bench.documents.apply(wish, version: again.version, to: project).isApplied)
  }

  @Test func `another document than the planned one, or with pruning, is refused`() async throws {
    let bench = try await DocumentBench()
    let project = try bench.bench.place().project
    let planned = try await bench.documents.plan(try bench.wish(try await document(bench, "off")), for: project)
    for other in [
      try bench.wish(try await bench.export()), try bench.wish(try await document(bench, "off"), prune: true),
    ] {
      let refused = await problem { () async throws(Problem) in
        try await bench.documents.apply(other, version: planned.version, to: project)
      }
      #expect(refused.status == 412)
    }
  }

  @Test func `a kill in between makes no plan stale, waits for nobody and stays`() async throws {
    let bench = try await DocumentBench()
    let store = bench.bench.store
    let kills = Lock(0)
    let flags = bench.bench.flags
    let place = try bench.bench.place()
    let ann = try bench.bench.person("ann")
    store.beforeCommits { change in
      guard change.edits.first?.audit.action == "flag.replace",
        kills.withLock({
          $0 += 1; return $0
        }) == 1
      else { return }
      _ = try? await flags.setKilled(true, "welcome_text", in: place, by: ann, reason: "now")
    }
    let plan = try await bench.apply(try await document(bench, "off"))
    #expect(plan.isApplied)
    let flag = try await bench.flag("welcome_text")
    #expect(flag.item.isKilled && flag.document["default"] == "off")
    #expect(kills.withLock { $0 } > 1)
  }

  @Test func `of two that apply their plans at once one is done and the other one hears that its plan is stale`()
    async throws
  {
    let bench = try await DocumentBench()
    let project = try bench.bench.place().project
    let wishes = [
      try bench.wish(try await document(bench, "off")),
      try bench.wish(try await bench.export().setting("flags", "new_checkout", "owner", to: "others")),
    ]
    var versions: [String] = []
    for wish in wishes { versions.append(try await bench.documents.plan(wish, for: project).version) }
    let statuses = await withTaskGroup(of: Int.self) { group in
      for (wish, version) in zip(wishes, versions) {
        group.addTask {
          do throws(Problem) {
            return try await bench.documents.apply(wish, version: version, to: project).isApplied ? 200 : 0
          } catch { return error.status }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted()
    }
    #expect(statuses == [200, 412])
  }

  @Test func `when the store fails nothing is there, and the same plan can be applied later`() async throws {
    let bench = try await DocumentBench()
    let wish = try bench.wish(try await document(bench, "off"))
    let project = try bench.bench.place().project
    let plan = try await bench.documents.plan(wish, for: project)
    bench.bench.store.failReads(true)
    let away = await problem { () async throws(Problem) in
      try await bench.documents.apply(wish, version: plan.version, to: project)
    }
    #expect(away.status == 503)
    bench.bench.store.failReads(false)
    #expect(try await bench.documents.apply(wish, version: plan.version, to: project).isApplied)
  }

  @Test func `over HTTP the plan's version goes along`() async throws {
    let fixture = try await Fixture()
    let path = DocumentExportTests.path
    let exported = try #require(await fixture.control(.get, path)["document"])
    func body(_ owner: JSONValue, _ version: JSONValue? = nil) -> String {
      let document = exported.setting("flags", "welcome_text", "owner", to: owner)
      return (["document": document] as JSONValue).setting("planVersion", to: version).text()
    }
    #expect(await fixture.control(.post, path + "/apply", body("a")).faults == "planVersion: is required: a string")
    let first = await fixture.control(.post, path + "/plan", body("a"))
    #expect(await fixture.control(.post, path + "/apply", body("a", first["planVersion"])).status == 200)
    let stale = await fixture.control(.post, path + "/apply", body("a", first["planVersion"]))
    #expect(stale.status == 412)
    #expect(stale["conflict"]?["current"] != nil)
    let second = await fixture.control(.post, path + "/plan", body("b"))
    let done = await fixture.control(.post, path + "/apply", body("b", second["planVersion"]))
    #expect(done["applied"] == true)
    #expect(done["changes"]?.arrayValue?.first?["action"] == "update")
    #expect(await fixture.control(.post, path + "/plan", #"{"prune":true}"#).faults.contains("document"))
  }
}
