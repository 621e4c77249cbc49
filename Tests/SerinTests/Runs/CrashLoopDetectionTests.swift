import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct CrashLoopDetectionTests {
  private let app: AppRuns
  private let both = ["f", "g"].map { FeatureFlag(key: $0, isEnabled: true) }

  init() throws { app = try AppRuns() }

  private func keys(_ run: RunRecorder) -> [String] { run.suspects.map(\.string).sorted() }

  @Test func flagsExposedInTwoEarlyDeathsInARowAreSuspects() {
    app.diesInFront(after: 2, exposing: both)
    app.diesInFront(after: 2, exposing: [both[0], FeatureFlag(key: "h", isEnabled: true)])
    #expect(keys(app.start()) == ["f"])
  }

  @Test func oneEarlyDeathIsNotEnough() {
    app.diesInFront(after: 2, exposing: both)
    #expect(app.start().suspects.isEmpty)
  }

  @Test func aDeathAfterTenSecondsIsNotEarly() async throws {
    for seconds in [9.0, 10.0] {
      let run = app.start()
      run.enter(.active)
      app.journal.add(both[0], run)
      let due = app.clock.uptime + 10
      try await until("the recorder waits") { app.clock.hasSleeper(until: due) }
      app.clock.advance(by: seconds)
      if seconds == 10 {
        try await until("the sign of life is on record") { app.clock.hasSleeper(until: due + 60) }
      }
      app.kill(run)
    }
    #expect(app.start().suspects.isEmpty)
  }

  @Test func deathsThatAreNotInARowDoNotCount() {
    app.diesInFront(after: 2, exposing: both)
    let good = app.start()
    good.enter(.active)
    good.end()
    app.kill(good)
    app.diesInFront(after: 2, exposing: both)
    #expect(app.start().suspects.isEmpty)
  }

  @Test(arguments: [LifecyclePhase.background, .terminating])
  func deathsOutOfSightDoNotCount(_ phase: LifecyclePhase) {
    for _ in 0..<3 {
      let run = app.start()
      run.enter(.active)
      app.journal.add(both[0], run)
      run.enter(phase)
      app.kill(run)
    }
    #expect(app.start().suspects.isEmpty)
  }

  @Test func startsAheadOfTimeThatTheSystemEndsDoNotCount() {
    for _ in 0..<3 {
      let run = app.start()
      app.journal.add(both[0], run)
      app.kill(run)
    }
    #expect(app.start().suspects.isEmpty)
  }

  @Test func aCrashBeforeTheAppIsInFrontCountsWhenTheHostSaysSo() {
    for index in 0..<3 {
      let run = app.start()
      app.journal.add(both[0], run)
      if index > 0 { run.recordCrash(PastRun.Crash(id: "c\(index)", signature: nil)) }
      app.kill(run)
    }
    #expect(keys(app.start()) == ["f"])
  }

  @Test func aLongWaitBeforeTheAppComesToTheFrontDoesNotHideAnEarlyDeath() {
    for _ in 0..<2 {
      let run = app.start()
      app.clock.advance(by: 3600)
      run.enter(.active)
      app.journal.add(both[0], run)
      app.clock.advance(by: 2)
      app.kill(run)
    }
    #expect(keys(app.start()) == ["f"])
  }

  @Test func theSuspicionLastsUntilTheServerAnswers() async throws {
    let bench = try Bench(ScriptedTransport())
    let folder = AppRuns.runFolder(in: bench)
    let app = try AppRuns(at: folder)
    for _ in 0..<2 { app.diesInFront(after: 2, exposing: both) }
    // Spared this time, so the app lives without the flags, and is killed in front before any answer.
    app.diesInFront(after: 2)
    app.kill(app.start())
    let flags = bench.client { $0.host = app.host }
    #expect(flags.engine.runs.suspects.map(\.string).sorted() == ["f", "g"])
    try await flags.refresh()
    #expect(flags.engine.runs.suspects.isEmpty)
    flags.close()
    #expect(app.start().suspects.isEmpty)
  }

  @Test func theDetectionCanBeSwitchedOff() {
    for _ in 0..<2 { app.diesInFront(after: 2, exposing: both) }
    let run = app.start { $0.guardsAgainstCrashLoops = false }
    #expect(run.suspects.isEmpty)
    app.kill(run)
  }

  @Test func anAppExtensionSparesTheSameFlags() {
    for _ in 0..<2 { app.diesInFront(after: 2, exposing: both) }
    app.kill(app.start())
    let run = app.start(isAppExtension: true)
    #expect(keys(run) == ["f", "g"])
    #expect(run.previousExit == nil)
  }
}
