import Foundation
import SerinLock
import Testing

@testable import Serin

/// Impressions that a reading makes by itself.
@Suite struct FirstReadTests {
  private let server = EventServer([.flag("a")])
  private let bench: Bench

  init() throws { bench = try Bench(server) }

  private func sent(_ flags: FeatureFlags) async throws -> [JSONValue] {
    try await bench.advanceEvents(by: 30, flags)
    return server.events("impression")
  }

  @Test func readingAFlagThatIsReportedOnFirstReadIsAnImpression() async throws {
    let flags = try await bench.seeingClient { $0.impressions = .onFirstRead }
    for _ in 0..<10 { _ = flags.isEnabled("a", default: false) }
    _ = flags.get("unknown")
    try await bench.settleEvents(flags)
    #expect(try await sent(flags).map { $0["flag_key"] } == ["a"])
  }

  @Test func aFirstReadThatCannotBeStoredIsTriedAgainWithALaterReading() async throws {
    let files = FaultyFiles()
    let flags = try await bench.seeingClient {
      $0.files = files
      $0.impressions = .onFirstRead
    }
    files.faults.withLock { $0.writing = .failed(code: 28, reason: "no space") }
    #expect(flags.isEnabled("a", default: false))
    try await bench.settleEvents(flags)
    let tries = files.writes.count
    // A second has not passed: nothing is tried, however often the flag is read.
    files.faults.withLock { $0.writing = nil }
    for _ in 0..<100 { _ = flags.get("a") }
    try await bench.settleEvents(flags)
    #expect(files.writes.count == tries)
    #expect(flags.engine.events.queue.isEmpty)
    bench.clock.advance(by: 1)
    for _ in 0..<10 { #expect(flags.isEnabled("a", default: false)) }
    #expect(try await sent(flags).map { $0["flag_key"] } == ["a"])
  }

  /// Users' request 37: an arm that is asked for, a value and a guard are readings of their flag as any other.
  @Test func everyWayToReadAFlagIsItsFirstReading() async throws {
    enum Arm: String { case control, treatment }
    let keys = ["arm", "declared", "details", "get", "guard", "is_on", "value"]
    server.answer(.answer(keys.map { .flag($0, variation: "treatment", properties: ["n": 1]) }))
    func key(_ name: String) -> FlagKey { .declared(name, .ops, impressions: .onFirstRead) }
    let flags = try await bench.seeingClient { $0.declared = keys.map(key) }
    _ = flags.assignment(in: Experiment<Arm>(key("arm"), control: .control))
    _ = flags.isEnabled(key("declared"))
    _ = flags.details(key("details"))
    _ = flags.get("get")
    flags.withKillSwitch(key("guard")) {
    } fallback: {
    }
    _ = flags.isEnabled("is_on", default: false)
    _ = flags.value(FlagProperty(key("value"), "n", default: 0))
    #expect(Set(try await sent(flags).map { $0["flag_key"]?.stringValue }) == Set(keys))
  }

  @Test func aReadingAloneIsNoImpression() async throws {
    let flags = try await bench.seeingClient()
    _ = flags.isEnabled("a", default: false)
    _ = flags.get("a")
    _ = flags.snapshot.all
    try await bench.advanceEvents(by: 60, flags)
    #expect(server.batches.isEmpty)
    #expect(bench.eventFiles.isEmpty)
  }

  @Test func aReadingDoesNotWaitForWhoeverIsToldOfItsImpression() async throws {
    server.answer(.answer((0..<20).map { .flag("f\($0)") }))
    let told = Recorder<Bool>()
    let mark = "a reading is under way"
    let flags = try await bench.seeingClient {
      $0.impressions = .onFirstRead
      $0.onEvent = { _ in told.add(Thread.current.threadDictionary[mark] != nil) }
    }
    func read(_ key: String) -> Bool {
      Thread.current.threadDictionary[mark] = true
      defer { Thread.current.threadDictionary[mark] = nil }
      return flags.isEnabled(key, default: false)
    }
    for number in 0..<20 { #expect(read("f\(number)")) }
    try await until("all impressions are told") { told.count == 20 }
    #expect(!told.all.contains(true))
  }
}
