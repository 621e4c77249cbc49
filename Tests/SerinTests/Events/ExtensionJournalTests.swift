import Foundation
import Testing

@testable import Serin

@Suite struct ExtensionJournalTests {
  private let server = EventServer((0..<500).map { .flag("f\($0)") })
  private let bench: Bench

  init() async throws {
    bench = try Bench(server, clock: TestClock(now: Date()))
    let flags = bench.client()
    try await flags.refresh()
    flags.close()
  }

  @Test func fiveHundredImpressionsOfFourExtensionsReachTheServerOnce() async throws {
    let processes = try (0..<4).map { part in
      let seen = (part * 125..<(part + 1) * 125).map { "f\($0)" }
      return try CrashProbe.start(bench.folder, role: "extension", ending: part == 0 ? "kill" : "exit", seen: seen)
    }
    for process in processes { process.waitUntilExit() }
    let evaluations = server.evaluations
    #expect(server.batches.isEmpty)
    // The app is ended while it collects, twice, each time with one more file moved.
    for name in bench.eventFiles.filter({ $0.hasSuffix(".ring") }).prefix(2) {
      let copy = try bench.copy()
      let ended = copy.client()
      ended.engine.events.collect()
      try await copy.settleEvents(ended)
      // The queue's file is there, the extension's is not gone yet.
      try copy.moveQueue(to: bench)
      #expect(bench.eventFiles.contains(name))
    }
    let flags = try await bench.seeingClient()
    try await until("all are sent") { server.events("impression").count == 500 }
    #expect(server.batches.reduce(0) { $0 + ($1["events"]?.arrayValue?.count ?? 0) } == 500)
    #expect(server.evaluations == evaluations + 1)
    try await bench.settleEvents(flags)
    #expect(!bench.eventFiles.contains { $0.hasSuffix(".ring") || $0.hasSuffix(".batch") })
  }

  @Test func anExtensionThatGoesOnLeavesFilesThatTheAppPicksUp() async throws {
    let keyboard = bench.client { configuration in
      configuration.role = .appExtension
      configuration.processes = .process(5001)
    }
    for key in 0..<300 {
      keyboard.logImpression("f\(key)")
      if key % 50 == 0 { try await bench.settleExtension(keyboard) }
    }
    try await bench.settleExtension(keyboard)
    #expect(bench.eventFiles.contains { $0.hasSuffix(".batch") })
    let app = try await bench.seeingClient { $0.processes = .process(5002, alive: [5001]) }
    try await until("what was left is sent") { server.events("impression").count > 100 }
    #expect(!bench.eventFiles.contains { $0.hasSuffix(".batch") })
    // The rest comes when the extension is closed.
    keyboard.close()
    try await bench.settleExtension(keyboard)
    app.engine.events.collect()
    try await until("all are sent") {
      try? await bench.advanceEvents(by: 30, app)
      return server.events("impression").count == 300
    }
    #expect(Set(server.events.map { $0["id"] }).count == 300)
  }

  @Test func anExtensionSendsNothing() async throws {
    let evaluations = server.evaluations
    let flags = bench.client { $0.role = .appExtension }
    flags.start()
    flags.logImpression("f0")
    flags.engine.events.flush(skipsPause: true)
    flags.close()
    bench.clock.advance(by: 3600)
    #expect(server.batches.isEmpty)
    #expect(server.evaluations == evaluations)
  }

  @Test func aFolderThatMayNotBeWrittenMeansMemoryAndOneWarning() async throws {
    let files = FaultyFiles(FaultyFiles.Faults(writing: .notPermitted))
    let flags = bench.client { configuration in
      configuration.role = .appExtension
      configuration.files = files
    }
    for key in 0..<500 { flags.logImpression("f\(key)") }
    flags.close()
    #expect(bench.log.all.filter { $0.contains("kept in memory only") }.count == 1)
  }
}
