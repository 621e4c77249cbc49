import HTTP
import SerinFlags
import SerinLock
import Store
import Testing

@testable import Server

@Suite struct ScheduleRunnerTests {
  private static let half: JSONObject = ["description": "half", "default": "on"]

  private static func replace(_ members: JSONObject, _ key: String = "new_checkout") -> PlannedOperation {
    .replace(flag: key, FlagPatch(content: .members(members), base: nil))
  }

  @Test func aChangeIsMadeAtItsInstantAndNotBefore() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(.setKilled(true, flag: "new_checkout"))
    bench.clock.advance(milliseconds: PlanBench.hour - 1)
    #expect(try await bench.runner().runDue() == job.dueAt)
    #expect(try await !bench.flag().item.isKilled)
    bench.clock.advance(milliseconds: 1)
    #expect(try await bench.runner().runDue() == nil)
    #expect(try await bench.flag().item.isKilled)
    #expect(
      bench.keeper.state.rulesets[try bench.place().environment.id]?.flags["new_checkout"]?.compiled.isKilled == true)
    let done = try await bench.job(job.id)
    #expect(done.state == .done)
    #expect(done.finishedAt == bench.clock.now)
  }

  @Test func aSwitchThatFindsNothingToDoIsDoneOnceWithoutAChange() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(.setKilled(true, flag: "new_checkout"))
    _ = try await bench.flags.setKilled(
      true, "new_checkout", in: bench.place(), by: bench.person("ann"), reason: "")
    let version = try await bench.flag().item.version
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    _ = try await bench.runner().runDue()
    let done = try await bench.job(job.id)
    #expect(done.state == .noChange)
    #expect(done.attempts == 1)
    #expect(try await bench.flag().item.version == version)
  }

  static let operations: [(PlannedOperation, String)] = [
    (replace(half), "flag.replace"), (.setKilled(true, flag: "new_checkout"), "flag.kill"),
    (.setKilled(false, flag: "welcome_text"), "flag.unkill"),
    (.setArchived(true, flag: "new_checkout"), "flag.archive"), (.setArchived(false, flag: "old"), "flag.unarchive"),
    (.restore(flag: "new_checkout", VersionPair(fields: 1, item: 1)), "flag.restore"),
    (.restoreSegment("vip", VersionPair(fields: 1, item: 1)), "segment.restore"),
    (
      .promote(
        PlannedPromotion(from: "staging", flags: ["new_checkout"], parts: [.targeting], bringsSegments: false)),
      "flag.promote"
    ),
    (
      .apply(document: ["schema": 1, "flags": [:], "segments": ["beta": ["list": ["alice"]]]], removedSegments: []),
      "segment.create"
    ),
  ]

  @Test(arguments: operations)
  func everyChangeLeavesOneAuditRowOfItsPlanningAndOneOfItsRun(operation: PlannedOperation, action: String) async throws
  {
    let bench = try await PlanBench()
    let ann = try bench.person("ann")
    let place = try bench.place()
    _ = try await bench.flags.setKilled(true, "welcome_text", in: place, by: ann, reason: "")
    _ = try await bench.flags.create(
      "old", document: ["kind": "ops", "owner": "me"], in: place, by: ann, reason: "")
    try await bench.flags.setArchived(
      true, "old", in: place.project, by: ann, reason: "")
    try await bench.edit(["description": "changed", "default": "on"])
    for ids in [["a"], ["b"]] as [JSONValue] {
      try await bench.flags.perform(
        .apply(document: ["schema": 1, "flags": [:], "segments": ["vip": ["list": ids]]], removedSegments: []),
        in: place, by: ann, reason: "")
    }
    let start = try #require(try await bench.audit().last?.sequence)
    let job = try await bench.plan(operation)
    let planning = try await bench.audit(after: start)
    #expect(planning.map(\.entry.action) == ["schedule.create"])
    #expect(planning.first?.entry.object == "schedule:\(job.id)")
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(job.id).state == .done)
    let rows = try await bench.audit(after: start + 1)
    // Archiving concerns each environment, and each has its row.
    #expect(Set(rows.map(\.entry.action)) == [action])
    #expect(rows.count == (operation.isOfProject ? place.environments.count : 1))
    for row in rows {
      #expect(row.entry.via == "schedule")
      #expect(row.entry.actor == "token:planner")
      #expect(row.entry.reason == "campaign")
      #expect(row.entry.requestID == job.id)
      #expect(row.after?.contains("\"state\":\"done\"") == true)
    }
  }

  @Test func whatOthersEditInBetweenSurvives() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(Self.replace(Self.half))
    try await bench.edit(["tags": ["new"], "rules": []])
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(job.id).state == .done)
    let document = try await bench.flag().document
    #expect(document["description"] == "half")
    #expect(document["default"] == "on")
    #expect(document["tags"] == ["new"])
    #expect(document["rules"]?.arrayValue ?? [] == [])
  }

  @Test func aMemberThatOthersChangedMakesItFailWithTheReasonAndChangesNothing() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(Self.replace(Self.half))
    try await bench.edit(["description": "something else"])
    let before = try await bench.flag()
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    let failed = try await bench.job(job.id)
    #expect(failed.state == .failed)
    #expect(failed.lastError?.contains("description of flag \"new_checkout\" was changed by somebody else") == true)
    #expect(try await bench.flag().versions == before.versions)
    let row = try #require(try await bench.audit().last)
    #expect(row.entry.action == "schedule.run")
    #expect(row.after?.contains("\"state\":\"failed\"") == true)
  }

  @Test func whatIsOverdueRunsOnceInTheOrderOfItsInstants() async throws {
    let bench = try await PlanBench()
    try await bench.plan(.setKilled(false, flag: "new_checkout"), after: 3 * PlanBench.hour)
    try await bench.plan(Self.replace(["description": "second"]), after: 2 * PlanBench.hour)
    try await bench.plan(.setKilled(true, flag: "new_checkout"), after: PlanBench.hour)
    let start = try #require(try await bench.audit().last?.sequence)
    bench.clock.advance(milliseconds: 50 * PlanBench.hour)
    _ = try await bench.runner().runDue()
    _ = try await bench.runner().runDue()
    #expect(
      try await bench.audit(after: start).map(\.entry.action) == ["flag.kill", "flag.replace", "flag.unkill"])
  }

  @Test func twoServersMakeAHundredChangesOnceEach() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let other = try await fixture.anotherServer()
    for number in 0..<100 {
      let operation = number.isMultiple(of: 2) ? "killFlag" : "unkillFlag"
      let planned = await fixture.control(
        .post, "/api/v1/projects/shop/schedules",
        #"{"environment":"production","change":{"operation":"\#(operation)","flag":"new_checkout"},"#
          + #""at":"2027-01-15T09:00:00Z"}"#)
      #expect(planned.status == 201)
    }
    clock.advance(milliseconds: PlanBench.hour)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for server in [fixture.server, other] {
        // One that finds the other at work ends early, so both come again and again.
        group.addTask { while try await server.runDueSchedules() != nil { await Task.yield() } }
      }
      try await group.waitForAll()
    }
    let list = await fixture.control(.get, "/api/v1/projects/shop/schedules?finished=true")
    let states = (list["schedules"]?.arrayValue ?? []).compactMap { $0["state"]?.stringValue }
    #expect(states == Array(repeating: "done", count: 100))
    let project = try #require(try await fixture.store.projects().first)
    let runs = try await fixture.store.audit(chain: project.id, after: 0, object: nil, limit: 1000)
      .filter { $0.entry.via == "schedule" }
    #expect(runs.map(\.entry.action) == (0..<50).flatMap { _ in ["flag.kill", "flag.unkill"] })
  }

  @Test func somebodyWhoLostTheRightIsRefusedAndThatIsOnRecord() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(.setKilled(true, flag: "new_checkout"), by: bench.person("ann", .editor))
    let gone = try await bench.plan(.setKilled(true, flag: "new_checkout"), by: bench.person("bob"))
    _ = try bench.person("ann", .viewer)
    bench.rights.set("token:bob", nil)
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    #expect(try await !bench.flag().item.isKilled)
    let failed = try await bench.job(job.id)
    #expect(failed.state == .failed)
    #expect(failed.lastError?.contains("takes a releaser of the environment") == true)
    #expect(try await bench.job(gone.id).lastError == "token:bob, who planned it, has no rights any more")
    let rows = try await bench.audit().filter { $0.entry.action == "schedule.run" }
    #expect(rows.map(\.entry.object) == ["schedule:\(job.id)", "schedule:\(gone.id)"])
  }

  @Test func aFlagThatIsGoneFailsItWithoutAnotherTry() async throws {
    let bench = try await PlanBench()
    let planned = try await bench.plan(.setKilled(true, flag: "new_checkout"))
    var edit = Edit(audit: Caller.setup.entry("schedule.create", "schedule:j_gone", reason: ""))
    var job = planned
    job.id = "j_gone"
    job.dedupeKey = "j_gone"
    job.flagID = "f_deleted"
    edit.job = .create(job)
    _ = try await bench.store.commit(Change(chain: job.projectID, edits: [edit]))
    bench.clock.advance(milliseconds: PlanBench.hour)
    #expect(try await bench.runner().runDue() == nil)
    let failed = try await bench.job("j_gone")
    #expect(failed.state == .failed)
    #expect(failed.lastError == "flag gone")
    #expect(failed.attempts == 1)
  }
}
