import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct PreviousExitTests {
  private let app: AppRuns

  init() throws { app = try AppRuns() }

  private func kindAfter(_ phases: LifecyclePhase...) -> PreviousExit.Kind? {
    let run = app.start()
    for phase in phases { run.enter(phase) }
    app.kill(run)
    return app.start().previousExit?.kind
  }

  @Test func theFirstStartKnowsOfNoEarlierRun() {
    #expect(app.start().previousExit == nil)
    #expect(app.events.of("exit").isEmpty)
  }

  @Test func aDeathInFrontIsUnexplained() { #expect(kindAfter(.active) == .unexplained) }

  @Test func aDeathInBackgroundIsNoCrash() { #expect(kindAfter(.active, .background) == .inBackground) }

  @Test func aReturnToTheFrontCountsAgain() { #expect(kindAfter(.active, .background, .active) == .unexplained) }

  @Test func aStartAheadOfTimeThatTheSystemEndsIsNoCrash() { #expect(kindAfter() == .inBackground) }

  @Test func theEndOfTheAppIsClean() { #expect(kindAfter(.active, .terminating) == .clean) }

  @Test func anAppThatGoesOnAfterItWasToldToEndIsNotClean() {
    #expect(kindAfter(.active, .terminating, .active) == .unexplained)
  }

  @Test(arguments: [
    "1.1 (1)", "1.0 (2)",
  ]) func anotherVersionOrBuildOfTheAppIsAnUpdate(_ version: String) {
    app.diesInFront(after: 1)
    let parts = version.split(separator: " ")
    let next = app.start {
      $0.applicationVersion = String(parts[0])
      $0.applicationBuild = String(parts[1].dropFirst().dropLast())
    }
    #expect(next.previousExit?.kind == .updated)
  }

  @Test func anotherVersionOfTheSystemIsAnUpdate() {
    app.diesInFront(after: 1)
    app.host.change { $0.osVersion = "6.2.0" }
    app.host.change { $0.boot = "boot-2" }
    #expect(app.start().previousExit?.kind == .updated)
  }

  @Test func anotherBootOfTheDeviceIsNoCrash() {
    app.diesInFront(after: 1)
    app.host.change { $0.boot = "boot-2" }
    #expect(app.start().previousExit?.kind == .rebooted)
  }

  @Test func aFileOfAnEarlierBootIsToldByTheUptimeWhereBootsHaveNoNames() {
    app.host.change { $0.boot = "" }
    app.diesInFront(after: 1000)
    app.kill(app.start())
    let run = app.start()
    #expect(run.previousExit?.kind == .inBackground)
    run.enter(.active)
    app.kill(run)
    // The uptime begins anew.
    app.clock.advance(by: -1500)
    #expect(app.start().previousExit?.kind == .rebooted)
  }

  @Test func startAndDurationAreKnown() async throws {
    let run = app.start()
    run.enter(.active)
    let startedAt = app.clock.now
    try await until("the recorder waits") { app.clock.hasSleeper(until: 1010) }
    app.clock.advance(by: 10)
    try await until("the recorder waits again") { app.clock.hasSleeper(until: 1070) }
    app.clock.advance(by: 60)
    try await until("the recorder waits again") { app.clock.hasSleeper(until: 1130) }
    // Nobody sees these seconds any more.
    app.clock.advance(by: 30)
    app.kill(run)
    let exit = try #require(app.start().previousExit)
    #expect(exit.startedAt == startedAt)
    #expect(exit.duration == 70)
  }

  @Test func thereIsNoSignOfLifeInBackground() async throws {
    let run = app.start()
    run.enter(.active)
    try await until("the recorder waits") { app.clock.hasSleeper(until: 1010) }
    run.enter(.background)
    try await until("the recorder waits no more") { !app.clock.hasSleeper(until: 1010) }
  }

  @Test func everyFlagIsListedOnceInItsLastState() throws {
    let states = [true, false, true].map { FeatureFlag(key: "f", isEnabled: $0) }
    let flags = states + [FeatureFlag(key: "a", isEnabled: false)]
    app.diesInFront(after: 100, exposing: flags)
    let exit = try #require(app.start().previousExit)
    #expect(exit.exposed.map(\.key) == ["a", "f"])
    #expect(exit.exposed.map(\.isEnabled) == [false, true])
  }

  @Test(arguments: [Data("garbage".utf8), Data(), Data(repeating: 32, count: 100_000)])
  func aDamagedRecordIsLeftAside(_ bytes: Data) throws {
    app.diesInFront(after: 1)
    try bytes.write(to: URL(fileURLWithPath: RunRecorder.recordPath(app.path)))
    try bytes.write(to: URL(fileURLWithPath: RunRecorder.historyPath(app.path)))
    let run = app.start()
    #expect(run.previousExit == nil)
    run.enter(.active)
    app.kill(run)
    #expect(app.start().previousExit?.kind == .unexplained)
    #expect(app.warnings.isEmpty)
  }

  @Test func beforeTheFirstUnlockNothingIsWrittenAndTheEarlierRunIsKnownAfterwards() {
    app.diesInFront(after: 1)
    let writes = app.files.quickWrites.count
    #expect(writes == 1)
    app.files.faults.withLock { $0.reading = .notPermitted }
    let run = app.start()
    run.enter(.background)
    #expect(run.previousExit == nil)
    #expect(app.files.quickWrites.count == writes)
    app.files.faults.withLock { $0.reading = nil }
    run.enter(.storageAvailable)
    #expect(run.previousExit?.kind == .unexplained)
    app.kill(run)
    // The phase that was entered meanwhile is on record, too.
    #expect(app.start().previousExit?.kind == .inBackground)
    #expect(app.warnings.isEmpty)
  }

  @Test func aFolderThatCannotBeWrittenIsOneWarning() {
    app.files.faults.withLock { $0.writing = .notPermitted }
    let run = app.start()
    for phase in [LifecyclePhase.active, .background, .active, .storageAvailable] { run.enter(phase) }
    run.end()
    #expect(app.warnings.count == 1)
    #expect(app.folder.files.isEmpty)
  }
}
