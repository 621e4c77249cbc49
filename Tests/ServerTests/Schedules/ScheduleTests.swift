import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct ScheduleTests {
  private let path = "/api/v1/projects/shop/schedules"
  private let kill = #""environment":"production","change":{"operation":"killFlag","flag":"new_checkout"}"#

  private func plan(_ fixture: Fixture, _ change: String? = nil, at: String = "2027-01-15T09:00:00Z") async -> Answer {
    await fixture.control(.post, path, #"{\#(change ?? kill),"at":"\#(at)","reason":"campaign"}"#)
  }

  @Test func whatIsPlannedIsListedForTheProjectAndForItsFlag() async throws {
    let fixture = try await Fixture(clock: FakeClock())
    let made = await fixture.control(
      .post, path, #"{\#(kill),"wallTime":"2027-01-15T09:00","zone":"America/New_York"}"#)
    #expect(made.status == 201)
    #expect(made["at"] == "2027-01-15T14:00:00.000Z")
    #expect(made["wallTime"] == "2027-01-15T09:00")
    #expect(made["zone"] == "America/New_York")
    #expect(made["state"] == "waiting")
    #expect(made["change"]?["operation"] == "killFlag")
    let id = made["id"]?.stringValue ?? ""
    #expect(made.header("location") == "\(path)/\(id)")
    #expect(await fixture.control(.get, "\(path)/\(id)").json == made.json)
    #expect(await fixture.control(.get, path)["schedules"] == [made.json])
    #expect(await fixture.control(.get, path + "?flag=new_checkout")["schedules"] == [made.json])
    #expect(await fixture.control(.get, path + "?flag=welcome_text")["schedules"] == [])
    #expect(await fixture.control(.get, path + "?flag=none").status == 404)
  }

  @Test func aCancelledChangeStaysOnRecordAndIsNotMade() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let id = await plan(fixture)["id"]?.stringValue ?? ""
    let cancelled = await fixture.control(.delete, "\(path)/\(id)", #"{"reason":"not yet"}"#)
    #expect(cancelled["state"] == "cancelled")
    #expect(await fixture.control(.delete, "\(path)/\(id)").status == 200)
    clock.advance(milliseconds: PlanBench.hour)
    try await fixture.server.runDueSchedules()
    #expect(await fixture.control(.get, Fixture.flags + "/new_checkout")["killed"] == false)
    #expect(await fixture.control(.get, path)["schedules"] == [])
    #expect(await fixture.control(.get, path + "?finished=true")["schedules"]?.arrayValue?.count == 1)
    let audit = await fixture.control(.get, "/api/v1/projects/shop/audit?object=schedule:\(id)")
    #expect(
      audit["entries"]?.arrayValue?.map { $0["action"]?.stringValue } == ["schedule.create", "schedule.cancel"])
    #expect(audit["entries"]?.arrayValue?.last?["reason"] == "not yet")
  }

  @Test func aMovedChangeIsMadeAtItsNewInstantWithAllThatItDoes() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let patch =
      #""environment":"production","change":{"operation":"replaceFlag","flag":"new_checkout","patch":{"tags":["a"],"default":"on"}}"#
    let made = await plan(fixture, patch)
    let id = made["id"]?.stringValue ?? ""
    let tag = [("If-Match", made.header("etag") ?? "")]
    #expect(await fixture.control(.patch, "\(path)/\(id)", #"{"at":"2027-01-15T10:00:00Z"}"#).status == 428)
    let moved = await fixture.control(.patch, "\(path)/\(id)", #"{"at":"2027-01-15T10:00:00Z"}"#, headers: tag)
    #expect(moved.status == 200)
    #expect(moved["at"] == "2027-01-15T10:00:00.000Z")
    #expect(moved["change"] == made["change"])
    let stale = await fixture.control(.patch, "\(path)/\(id)", #"{"at":"2027-01-15T11:00:00Z"}"#, headers: tag)
    #expect(stale.status == 412)
    clock.advance(milliseconds: PlanBench.hour)
    try await fixture.server.runDueSchedules()
    #expect(await fixture.control(.get, Fixture.flags + "/new_checkout")["document"]?["default"] == "off")
    clock.advance(milliseconds: PlanBench.hour)
    try await fixture.server.runDueSchedules()
    let document = await fixture.control(.get, Fixture.flags + "/new_checkout")["document"]
    #expect(document?["default"] == "on")
    #expect(document?["tags"] == ["a"])
    let late = await fixture.control(
      .patch, "\(path)/\(id)", #"{"at":"2027-01-16T10:00:00Z"}"#, headers: [("If-Match", "*")])
    #expect(late.status == 409)
    #expect(await fixture.control(.delete, "\(path)/\(id)").status == 409)
  }

  @Test func ofAWholeDocumentOnlyTheMembersThatDifferArePlanned() async throws {
    let fixture = try await Fixture(clock: FakeClock())
    let flag = await fixture.control(.get, Fixture.flags + "/welcome_text")
    var document = try #require(flag["document"]?.objectValue?.editable)
    document["default"] = "off"
    document["value"] = nil
    let change: JSONObject = [
      "operation": "replaceFlag", "flag": "welcome_text", "document": .object(document), "version": flag["etag"] ?? "",
    ]
    let made = await plan(fixture, #""environment":"production","change":\#(change.text)"#)
    #expect(made["change"]?["patch"] == ["default": "off", "value": .null])
    #expect(made["change"]?["document"] == nil)
    #expect(made["change"]?["version"] == "1.1")
  }

  static let wrong: [(String, Int, String)] = [
    (#""change":{"operation":"killFlag","flag":"new_checkout"}"#, 422, "environment"),
    (#""environment":"production","change":{"operation":"archiveFlag","flag":"new_checkout"}"#, 422, "environment"),
    (#""environment":"production","change":{"operation":"renameFlag"}"#, 422, "change.operation"),
    (#""environment":"production","change":{"operation":"killFlag","flag":"a","patch":{}}"#, 422, "change.patch"),
    (#""environment":"production","change":{"operation":"replaceFlag","flag":"new_checkout"}"#, 422, "change.patch"),
    (
      #""environment":"production","change":{"operation":"restoreFlagVersion","flag":"new_checkout"}"#, 422,
      "change.version"
    ),
    (#""environment":"production","change":{"operation":"killFlag","flag":"none"}"#, 404, ""),
    (#""environment":"nowhere","change":{"operation":"killFlag","flag":"new_checkout"}"#, 404, ""),
    (
      #""environment":"production","change":{"operation":"replaceFlag","flag":"new_checkout","patch":{"default":"x"}}"#,
      422, "flags.new_checkout.default"
    ),
    (
      #""environment":"production","change":{"operation":"applyRuleset","document":{"schema":1,"flags":{"a":{}}}}"#,
      422, "change.document.flags"
    ),
  ]

  @Test(arguments: wrong) func whatCouldNotBeDoneAtOnceIsNotPlanned(change: String, status: Int, field: String)
    async throws
  {
    let fixture = try await Fixture(clock: FakeClock())
    let answer = await plan(fixture, change)
    #expect(answer.status == status, "\(answer.text)")
    #expect(answer.faults.hasPrefix(field), "\(answer.text)")
    #expect(await fixture.control(.get, path)["schedules"] == [])
  }

  @Test func aViewerPlansMovesAndCancelsNothing() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(.setKilled(true, flag: "new_checkout"))
    let viewer = try bench.person("eve", .viewer)
    let project = try bench.place().project
    let instant = try PlannedInstant(wallTime: "2027-02-01T09:00", zone: "UTC")
    let start = try await bench.audit().count
    let planned = await refusal { try await bench.plan(.setKilled(true, flag: "new_checkout"), by: viewer) }
    #expect(planned?.status == 403)
    let moved = await refusal {
      _ = try await bench.schedules.move(job.id, to: instant, version: nil, in: project, by: viewer, reason: "")
    }
    #expect(moved?.status == 403)
    let cancelled = await refusal {
      _ = try await bench.schedules.cancel(job.id, in: project, by: viewer, reason: "")
    }
    #expect(cancelled?.status == 403)
    #expect(try await bench.audit().count == start)
    #expect(try await bench.job(job.id) == job)
  }

  @Test func aRollbackCancelsWhatItMustNotBeUndoneBy() async throws {
    let bench = try await PlanBench()
    let raise = try await bench.plan(
      .replace(flag: "new_checkout", FlagPatch(content: .members(["default": "on"]), base: nil)))
    let kill = try await bench.plan(.setKilled(true, flag: "new_checkout"))
    let other = try await bench.plan(
      .replace(flag: "welcome_text", FlagPatch(content: .members(["default": "off"]), base: nil)))
    let cancelled = try await bench.schedules.cancelAll(
      of: bench.flag().flag, in: bench.place().project, by: bench.person("canary"), reason: "rolled back"
    ) { $0.kind == .replaceFlag }
    #expect(cancelled.map(\.id) == [raise.id])
    #expect(try await bench.job(kill.id).state == .waiting)
    #expect(try await bench.job(other.id).state == .waiting)
  }

  @Test func anotherProjectsScheduleIsAsOneThatDoesNotExist() async throws {
    let fixture = try await Fixture(clock: FakeClock())
    let id = await plan(fixture)["id"]?.stringValue ?? ""
    _ = await fixture.control(.post, "/api/v1/projects", #"{"key":"other"}"#)
    let foreign = await fixture.control(.get, "/api/v1/projects/other/schedules/\(id)")
    #expect(foreign.status == 404)
    let nowhere = await fixture.control(.get, "/api/v1/projects/other/schedules/j_none")
    #expect(nowhere.text == foreign.text.replacing(id, with: "j_none"))
  }
}
