import Foundation
import Testing

@testable import Serin

/// What a process that ended without warning leaves: a real one.
@Suite struct CrashJournalTests {
  private let server = EventServer((0..<40).map { .flag("f\($0)") })
  private let bench: Bench

  /// An app that was used before, so that the next start has flags at once.
  ///
  /// The stored flags are as of now, since the other process has the real clock.
  init() async throws {
    bench = try Bench(server, clock: TestClock(now: Date()))
    let flags = bench.client()
    try await flags.refresh()
    flags.close()
  }

  @Test(arguments: ["abort", "kill", "exit"])
  func anImpressionSurvivesTheEndInTheNextInstruction(ending: String) async throws {
    #expect(
      try CrashProbe.run(bench.folder, ending: ending, seen: ["f0"]) == ["abort": 6, "kill": 9, "exit": 0][ending])
    let flags = try await bench.seeingClient()
    try await until("it is sent") { server.events("impression").count == 1 }
    let event = try #require(server.events.first)
    #expect(event["flag_key"] == "f0")
    #expect(event["units"] == ["userID": "alice", "deviceID": "d1"])
    try await bench.settleEvents(flags)
    #expect(!bench.eventFiles.contains { $0.hasSuffix(".ring") })
  }

  @Test func endingAgainBeforeItIsSentSendsTheSameIDOnce() async throws {
    try CrashProbe.run(bench.folder, ending: "abort", seen: ["f0", "f1"])
    server.treat(.loseAnswer)
    let second = try await bench.seeingClient()
    try await until("it was tried") { server.batches.count == 1 }
    // The process ends here as far as the files are concerned; the receipt never came.
    let copy = try bench.copy()
    second.engine.events.sender.stop()
    server.treat(.accept)
    let flags = try await copy.seeingClient()
    // Beside them goes word of how the second run ended.
    try await until("they are sent again") { impressionIDs.count >= 2 }
    try await copy.settleEvents(flags)
    #expect(server.events("impression").count == 2)
    #expect(impressionIDs.count == 2)
    #expect(impressionIDs.first == impressionIDs.last)
  }

  /// The ids of the impressions of each batch that had some.
  private var impressionIDs: [[JSONValue?]] {
    server.batches.map { batch in
      (batch["events"]?.arrayValue ?? []).filter { $0["type"] == "impression" }.map { $0["id"] }
    }
    .filter { !$0.isEmpty }
  }

  @Test func theHistoryOfTheRunThatEndedHasEveryTransition() async throws {
    try CrashProbe.run(bench.folder, ending: "abort", seen: ["f0=on", "f0=off", "f0=on", "f1"])
    let run = try #require(runs().first)
    let flags = bench.client()
    // At once, and when everything was picked up.
    for _ in 0..<2 {
      let exposed = flags.engine.events.exposedFlags(ofRun: run.name)
      #expect(exposed.map(\.key) == ["f0"])
      #expect(exposed.first?.transitions.map(\.exposure.isEnabled) == [true, false, true])
      #expect(exposed.first?.transitions.map(\.exposure.revision) == [100, 101, 102])
      #expect(flags.engine.events.exposures(ofRun: run.name).map(\.isEnabled) == [true, false, true])
      flags.engine.events.collect()
      try await bench.settleEvents(flags)
    }
    #expect(flags.engine.events.queue.count == 2)
  }

  @Test func fiftyOfflineEventsSurviveAKill() async throws {
    try CrashProbe.run(bench.folder, ending: "kill", seen: (0..<40).map { "f\($0)" })
    _ = try await bench.seeingClient()
    try await until("all are sent") { server.events("impression").count == 40 }
  }

  @Test func aRunThatGoesOnKeepsItsRing() async throws {
    let other = bench.client { $0.processes = .process(4001) }
    other.logImpression("f0")
    try await bench.settleEvents(other)
    let flags = bench.client { $0.processes = .process(4002, alive: [4001]) }
    flags.engine.events.collect()
    try await bench.settleEvents(flags)
    #expect(bench.eventFiles.filter { $0.hasSuffix(".ring") }.count == 1)
    other.close()
  }

  @Test func nothingButOurOwnFilesIsTouched() async throws {
    try CrashProbe.run(bench.folder, ending: "abort", seen: ["f0"])
    let events = try #require(bench.folder.files.first { $0.lastPathComponent.hasSuffix(".ring") })
      .deletingLastPathComponent()
    let strange = ["notes.txt", "x.ring", "a-b-c-d-e.ring", "é.exposures"]
    for name in strange { try Data("hello".utf8).write(to: events.appendingPathComponent(name)) }
    try Data("rubbish".utf8).write(to: events.appendingPathComponent("1-2-3-0123456789abcdef-5.0000.ring"))
    try Data("rubbish".utf8).write(to: events.appendingPathComponent("1-2-3-0123456789abcdef-5.x.batch"))
    _ = try await bench.seeingClient()
    try await until("it is sent") { server.events("impression").count == 1 }
    #expect(Set(strange).isSubset(of: bench.eventFiles))
  }

  @Test func onlyTheLatestHistoriesAreKept() async throws {
    for _ in 0..<12 { try CrashProbe.run(bench.folder, ending: "abort", seen: ["f0"]) }
    let flags = bench.client()
    for _ in 0..<2 {
      flags.engine.events.collect()
      try await bench.settleEvents(flags)
    }
    #expect(bench.eventFiles.filter { $0.hasSuffix(".exposures") }.count == EventRecorder.maximumHistories)
  }

  /// The runs that left a ring.
  private func runs() -> [RunToken] {
    bench.eventFiles.filter { $0.hasSuffix(".ring") }.compactMap { $0.split(separator: ".").first }
      .compactMap { RunToken(name: $0) }
  }
}
