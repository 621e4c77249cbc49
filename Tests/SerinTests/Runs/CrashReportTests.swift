import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct CrashReportTests {
  private let app: AppRuns
  private let on = FeatureFlag(key: "f", isEnabled: true)
  private let crash = PastRun.Crash(id: "report-1", signature: "main + 4")

  init() throws { app = try AppRuns() }

  @Test func aCrashIsReportedWithTheFlagsOfTheRunThatCrashed() throws {
    app.diesInFront(after: 5, exposing: [on])
    let run = app.start()
    app.journal.add(FeatureFlag(key: "later", isEnabled: true), run)
    #expect(run.previousExit?.kind == .unexplained)
    #expect(app.events.of("crash").isEmpty)
    run.recordCrash(crash)
    #expect(run.previousExit?.kind == .crashed)
    let events = app.events.of("crash")
    #expect(events.count == 1)
    let event = try #require(events.first)
    #expect(event.keys("exposed") == ["f"])
    #expect(event.body["exposed"]?[0]?["enabled"] == true)
    #expect(event.body["crash_id"] == "report-1")
    #expect(event.body["signature"] == "main + 4")
    #expect(event.body["app_version"] == "1.0")
    #expect(event.body["app_build"] == "1")
    #expect(event.body["os_version"] == "6.1.0")
    #expect(event.body["phase"] == "active")
  }

  @Test func sayingItAgainReportsNothingTwice() {
    app.diesInFront(after: 5, exposing: [on])
    let run = app.start()
    for id in ["report-1", "report-1", "report-2"] {
      run.recordCrash(PastRun.Crash(id: id, signature: nil))
    }
    #expect(app.events.of("crash").map { $0.body["crash_id"] } == ["report-1"])
  }

  @Test func aReportThatMayNotHaveBeenKeptIsGivenAgainWithTheSameId() throws {
    app.diesInFront(after: 5, exposing: [on])
    let second = app.start()
    second.recordCrash(crash)
    app.kill(second)
    app.kill(app.start())
    let events = app.events.of("crash")
    #expect(events.count == 2)
    #expect(Set(events.compactMap(\.id)).count == 1)
    #expect(Set(events).count == 1)
    let id = try #require(events.first?.id)
    #expect(UUID(uuidString: id) != nil)
  }

  @Test func aReportThatWasKeptIsNotGivenAgain() async throws {
    app.diesInFront(after: 5, exposing: [on])
    let second = app.start()
    second.recordCrash(crash)
    second.enter(.active)
    let due = app.clock.uptime + 10
    try await until("the recorder waits") { app.clock.hasSleeper(until: due) }
    app.clock.advance(by: 10)
    try await until("the recorder waits again") { app.clock.hasSleeper(until: due + 60) }
    app.kill(second)
    app.kill(app.start())
    #expect(app.events.of("crash").count == 1)
  }

  @Test func twoRunsThatCrashedAreTwoReports() {
    for _ in 0..<2 {
      app.diesInFront(after: 5, exposing: [on])
      let run = app.start()
      run.recordCrash(crash)
      app.kill(run)
    }
    // The second start of each pair is a run of its own, which did not crash.
    #expect(Set(app.events.of("crash").compactMap(\.id)).count == 2)
  }

  @Test func aFlagThatWentBackAndForthIsReportedWithItsTransitions() throws {
    let states = [true, false, true].map { FeatureFlag(key: "f", isEnabled: $0) }
    app.diesInFront(after: 5, exposing: states)
    app.start().recordCrash(crash)
    let event = try #require(app.events.of("crash").first)
    #expect(event.body["exposed"]?.arrayValue?.map { $0["enabled"] } == [true])
    #expect(event.body["transitions"]?.arrayValue?.map { $0["enabled"] } == [true, false, true])
  }

  @Test func aValueThatATesterSetIsMarked() throws {
    app.diesInFront(after: 5, exposing: [on, FeatureFlag(key: "g", isEnabled: true).from(.override)])
    app.start().recordCrash(crash)
    let exposed = try #require(app.events.of("crash").first?.body["exposed"])
    #expect(exposed[0]?["overridden"] == nil)
    #expect(exposed[1]?["overridden"] == true)
  }

  @Test func anUnexplainedEndIsAnEventOfItsOwnAndNoCrash() throws {
    app.diesInFront(after: 5, exposing: [on])
    app.kill(app.start())
    let exits = app.events.of("exit")
    #expect(exits.count == 1)
    #expect(exits.first?.body["kind"] == "unexplained")
    #expect(exits.first?.keys("exposed") == ["f"])
    #expect(app.events.of("crash").isEmpty)
  }

  @Test(arguments: ["background", "update", "boot", "clean"]) func anyOtherEndIsNoEvent(_ end: String) {
    let run = app.start()
    run.enter(.active)
    app.journal.add(on, run)
    if end == "background" { run.enter(.background) }
    if end == "clean" { run.end() }
    app.kill(run)
    if end == "boot" { app.host.change { $0.boot = "boot-2" } }
    _ = app.start { if end == "update" { $0.applicationBuild = "2" } }
    #expect(app.events.of("exit").isEmpty)
    #expect(app.events.of("crash").isEmpty)
  }

  @Test func theHostMaySpeakBeforeTheDeviceIsUnlocked() {
    app.diesInFront(after: 5, exposing: [on])
    app.files.faults.withLock { $0.reading = .notPermitted }
    let run = app.start()
    run.recordCrash(crash)
    #expect(app.events.of("crash").isEmpty)
    app.files.faults.withLock { $0.reading = nil }
    run.enter(.storageAvailable)
    run.tellEnds()
    #expect(run.previousExit?.kind == .crashed)
    #expect(app.events.of("crash").map { $0.keys("exposed") } == [["f"]])
  }

  @Test func withoutAnEarlierRunThereIsNothingToReport() {
    app.start().recordCrash(crash)
    #expect(app.events.of("crash").isEmpty)
  }

  @Test func idsFollowFromTheRunAndItsTime() {
    let date = Date(timeIntervalSince1970: 1_800_000_000.123)
    let id = EventID(named: "crash a", at: date)
    #expect(id == EventID(named: "crash a", at: date))
    #expect(id != EventID(named: "crash b", at: date))
    #expect(id.text.hasPrefix("01a3185c-507b-7"))
    #expect(id.text.dropFirst(19).first.map { "89ab".contains($0) } == true)
    // The time, then the first ten bytes of SHA-256("crash a") with the version and the variant in their places.
    #expect(id.text == "01a3185c-507b-73ee-b0e3-94fee8f34fcc")
    #expect(EventID(named: "a", at: .distantPast).text.hasPrefix("00000000-0000-7"))
    #expect(UUID(uuidString: EventID(named: "a", at: .distantFuture).text) != nil)
  }

  @Test func aLogThatCallsTheClientIsNotInTheWayOfTheRecord() throws {
    app.diesInFront(after: 5)
    let runs = Recorder<RunRecorder>()
    let texts = Recorder<String>()
    let warning = StorageWarning { message in
      texts.add(message.text)
      for run in runs.all { run.end() }
    }
    let run = RunRecorder(
      app.configuration(), folder: app.path, isAppExtension: false, warning: warning, exposures: app.journal,
      sink: app.events)
    runs.add(run)
    app.files.faults.withLock { $0.writing = .failed(code: 28, reason: "no space left") }
    run.recordCrash(crash)
    #expect(texts.count == 1)
    #expect(run.previousExit?.kind == .crashed)
    app.kill(run)
  }
}
