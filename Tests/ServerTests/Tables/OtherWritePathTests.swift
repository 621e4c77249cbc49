import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// CP-10: the ways of changing something that are no request of their own.
@Suite struct OtherWritePathTests {
  private func operation(_ id: String, in world: ControlWorld) throws -> ControlOperation {
    try #require(world.operations.first { $0.id == id })
  }

  @Test func aPlannedChangeLeavesTheRowOfTheChangeByWhoPlannedItAndOneOfItsRun() async throws {
    let world = try await ControlWorld()
    let planned = try await RequestTemplate().request(
      for: operation("createSchedule", in: world), in: world, reason: "campaign")
    let made = await world.send(planned, as: .admin)
    #expect(made.status == 201, "\(made.text)")
    let watch = try await AuditWatch(world)
    world.clock.advance(seconds: 86_400)
    try await world.fixture.server.runDueSchedules()
    let rows = try await watch.news()
    let change = try #require(rows.first { $0.record.entry.action == "flag.kill" }?.record)
    #expect(change.entry.via == "schedule")
    #expect(change.entry.actor == world.actor(of: .admin))
    #expect(change.entry.reason == "campaign")
    #expect(change.before != nil && change.after != nil)
    #expect(rows.filter { $0.record.entry.object.hasPrefix("flag:") }.count == 1)
    #expect(rows.filter { $0.record.environmentID != nil }.count == 1)
    // Nothing is left to do.
    let quiet = try await AuditWatch(world)
    try await world.fixture.server.runDueSchedules()
    #expect(try await quiet.news().isEmpty)
    #expect(try await watch.isWhole())
  }

  @Test func anApprovedChangeThatIsAppliedLaterLeavesOneRowOfTheChange() async throws {
    let world = try await ControlWorld()
    var request = try await RequestTemplate.of("applyChangeRequest").request(
      for: operation("applyChangeRequest", in: world), in: world)
    request.body = #"{"at":"2027-02-01T00:00:00Z","reason":"on the first"}"#
    let scheduling = try await AuditWatch(world)
    #expect(await world.send(request, as: .releaser).status == 200)
    #expect(try await scheduling.news().map(\.summary) == ["shop changeRequest.schedule changeRequest in - via api"])
    let watch = try await AuditWatch(world)
    world.clock.advance(seconds: 86_400 * 20)
    try await world.fixture.server.runDueSchedules()
    let rows = try await watch.news().map(\.record)
    #expect(rows.map(\.entry.action) == ["flag.replace"])
    #expect(rows.first?.entry.via == "schedule")
    #expect(rows.first?.entry.actor == world.actor(of: .releaser))
    #expect(rows.first?.entry.reason == "on the first")
    #expect(rows.first?.after?.contains("\"changeRequest\"") == true)
    #expect(try await watch.isWhole())
  }

  @Test func theFirstStartLeavesARowForEachThingThatItMakes() async throws {
    let world = try await ControlWorld(hasPeople: false)
    let store = world.fixture.store
    let project = try #require(try await store.projects().first)
    let rows = try await store.audit(chain: project.id, after: 0, object: nil, limit: 100)
    let counts = Dictionary(grouping: rows, by: \.entry.action).mapValues(\.count)
    // Two flags in three environments each.
    #expect(counts == ["project.create": 1, "flag.create": 6, "segment.create": 1, "token.create": 1])
    let instance = try await store.audit(chain: AuditChain.instance, after: 0, object: nil, limit: 100)
    #expect(instance.map(\.entry.action) == ["token.create"])
    for row in rows + instance {
      #expect(row.entry.actor == "setup" && row.entry.via == "setup" && row.entry.reason == "first start")
      #expect(row.before == nil && row.after != nil)
    }
    // A second start finds everything done.
    let watch = try await AuditWatch(world)
    _ = try await FirstStart(store: store).run(seed: nil)
    #expect(try await watch.news().isEmpty)
  }

  @Test func whatErasesARowsDocumentsLeavesEveryChainWhole() async throws {
    let world = try await ControlWorld()
    for _ in 0..<5 { await world.make(.patch, "", #"{"name":"\#(world.unique())"}"#) }
    let project = try #require(try await world.fixture.store.projects().first { $0.key == "shop" })
    let head = try #require(try await world.auditHeads()[project.id])
    for sequence in 1...head { await world.make(.delete, "/audit/\(sequence)/documents") }
    let watch = try await AuditWatch(world)
    #expect(try await watch.isWhole())
    let rows = try await world.fixture.store.audit(chain: project.id, after: 0, object: nil, limit: 1000)
    #expect(rows.prefix(Int(head)).allSatisfy { $0.before == nil && $0.after == nil && !$0.entry.actor.isEmpty })
    // A version that only the erased rows told of is no longer on record.
    let stale = await world.send(
      WorldRequest(
        method: .patch, path: "/api/v1/projects/shop", body: #"{"name":"n"}"#, headers: [("If-Match", "\"2\"")]),
      as: .instanceToken)
    #expect(stale.status == 412)
    #expect(stale["detail"]?.stringValue?.contains("no longer on record") == true)
  }

  /// Requests that are refused because of what they bring, by whoever may bring it.
  @Test func aRefusedBodyLeavesNoRow() async throws {
    let world = try await ControlWorld()
    let watch = try await AuditWatch(world)
    for operation in world.operations where !operation.method.isSafe && operation.body?.isJSON == true {
      let names = operation.pathParameters.map { ($0, "nothing") }
      let usual = ["project": "shop", "environment": "production", "flag": "new_checkout", "segment": "vip"]
      let values = Dictionary(names, uniquingKeysWith: { first, _ in first }).merging(usual) { _, new in new }
      let request = try await RequestTemplate(values).request(for: operation, in: world)
      let broken = WorldRequest(
        method: request.method, path: request.path, body: #"{"colour":"red"}"#, headers: request.headers)
      let answer = await world.send(broken, as: .root)
      #expect((400..<500).contains(answer.status), "\(operation.id): \(answer.text)")
    }
    #expect(try await watch.news().map(\.summary) == [])
  }
}
