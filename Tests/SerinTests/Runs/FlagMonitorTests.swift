import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct FlagMonitorTests {
  private let app: AppRuns
  private let run: RunRecorder
  private let monitor: FlagMonitor

  init() throws {
    app = try AppRuns()
    run = app.start()
    monitor = FlagMonitor(runs: run)
  }

  private struct Failure: Error {}

  private func flushed() throws -> JSONObject {
    run.metrics.flush(at: app.clock.now)
    return try #require(app.events.of("metric").last?.body)
  }

  @Test func valuesOfOneNameAreAddedUp() throws {
    for value in [1, 2.5, -0.5] { monitor.increment("items", by: value) }
    monitor.increment("taps")
    monitor.recordError(Failure())
    monitor.recordError(Failure(), name: "Failure")
    let body = try flushed()
    let sums: JSONValue = [
      ["name": "items", "count": 3, "sum": 3], ["name": "taps", "count": 1, "sum": 1],
    ]
    #expect(body["sums"] == sums)
    #expect(body["errors"] == [["name": "Failure", "count": 2]])
    #expect(body["refused"] == nil)
  }

  @Test func sumsStayNumbersWhateverIsAddedUp() throws {
    for value in [1e308, 1e308, -1e308, 5] { monitor.increment("large", by: value) }
    for _ in 0..<2 { monitor.recordLatency("slow", seconds: .greatestFiniteMagnitude) }
    let body = try flushed()
    #expect(body["sums"] == [["name": "large", "count": 3, "sum": 5]])
    #expect(body["latencies"]?.arrayValue?.first?["sum"] == 172_800)
    #expect(body["latencies"]?.arrayValue?.first?["max"] == 86_400)
    #expect(body["refused"] == 1)
  }

  @Test func nothingRecordedIsNothingHandedOver() {
    run.metrics.flush(at: app.clock.now)
    run.enter(.background)
    run.end()
    #expect(app.events.of("metric").isEmpty)
  }

  @Test func valuesAreHandedOverOnceAndInTheirOrder() throws {
    monitor.increment("a")
    #expect(try flushed()["sums"]?[0]?["name"] == "a")
    monitor.increment("b")
    #expect(try flushed()["sums"] == [["name": "b", "count": 1, "sum": 1]])
  }

  @Test func valuesAreHandedOverEveryMinuteInFront() async throws {
    run.enter(.active)
    try await until("the recorder waits") { app.clock.hasSleeper(until: 1010) }
    app.clock.advance(by: 10)
    try await until("the recorder waits again") { app.clock.hasSleeper(until: 1070) }
    monitor.increment("a")
    app.clock.advance(by: 60)
    try await until("the values are handed over") { app.events.of("metric").count == 1 }
  }

  @Test(arguments: [LifecyclePhase.background, .terminating])
  func valuesAreHandedOverWhenTheAppLeaves(_ phase: LifecyclePhase) {
    run.enter(.active)
    monitor.increment("a")
    run.enter(phase)
    #expect(app.events.of("metric").count == 1)
  }

  @Test func moreNamesThanTwoHundredAreNotKept() throws {
    for index in 0..<300 { monitor.increment("name \(index)") }
    // A name that is known goes on counting, in this window and the next.
    monitor.increment("name 7")
    #expect(try flushed()["sums"]?.arrayValue?.count == 200)
    monitor.recordLatency("name 250", seconds: 1)
    monitor.recordLatency("name 7", seconds: 1)
    let body = try flushed()
    #expect(body["latencies"]?.arrayValue?.map { $0["name"] } == ["name 7"])
    #expect(body["refused"] == 1)
    #expect(app.warnings.count == 1)
  }

  @Test(arguments: ["", String(repeating: "x", count: 101)]) func aNameOfNoUseIsNotKept(_ name: String) throws {
    monitor.increment(name)
    #expect(try flushed()["sums"] == nil)
    #expect(app.warnings.count == 1)
    #expect(app.warnings.allSatisfy { !$0.contains("xx") })
  }

  @Test func whatIsNoNumberIsNotKept() throws {
    for value in [Double.nan, .infinity, -.infinity] { monitor.increment("a", by: value) }
    for seconds in [Double.nan, .infinity, -1] { monitor.recordLatency("a", seconds: seconds) }
    let body = try flushed()
    #expect(body["refused"] == 6)
    #expect(body["sums"] == nil)
    #expect(body["latencies"] == nil)
  }

  @Test func aValueBelongsToTheFlagsThatWereThereBeforeIt() throws {
    monitor.increment("a")
    run.metrics.exposed(FeatureFlag(key: "f", isEnabled: true), at: app.clock.now)
    monitor.increment("a")
    // The same again changes nothing.
    run.metrics.exposed(FeatureFlag(key: "f", isEnabled: true), at: app.clock.now)
    run.metrics.exposed(FeatureFlag(key: "f", isEnabled: false), at: app.clock.now)
    monitor.increment("a")
    _ = try flushed()
    let events = app.events.of("metric")
    #expect(events.map { $0.exposures.map(\.isEnabled) } == [[], [true], [false]])
  }

  @Test func aValueBelongsToItsSession() throws {
    run.metrics.beginSession("s1", at: app.clock.now)
    run.metrics.exposed(FeatureFlag(key: "f", isEnabled: true), at: app.clock.now)
    monitor.increment("a")
    run.metrics.beginSession("s2", at: app.clock.now)
    monitor.increment("a")
    _ = try flushed()
    let events = app.events.of("metric")
    #expect(Set(events.compactMap { $0.body["session"]?.stringValue }).count == 2)
    #expect(events.map { $0.exposures.map(\.flagKey) } == [["f"], []])
  }

  @Test func aValueBelongsToTheUserWhoWasThere() async throws {
    let bench = try Bench(ScriptedTransport())
    let flags = bench.client(user: "alice", device: "d1")
    let units = Recorder<JSONValue?>()
    let metrics = MetricRecorder(sink: app.events, log: nil)
    _ = flags
    metrics.setUnits(of: FlagContext(userID: "alice", deviceID: "d1"), generation: 0, at: app.clock.now)
    metrics.add("a", 1, at: app.clock.now)
    metrics.setUnits(of: FlagContext(userID: "bob", deviceID: "d1"), generation: 2, at: app.clock.now)
    // Word of a change that came before is too late.
    metrics.setUnits(of: FlagContext(userID: "carol", deviceID: "d1"), generation: 1, at: app.clock.now)
    metrics.add("a", 1, at: app.clock.now)
    metrics.flush(at: app.clock.now)
    for event in app.events.of("metric") { units.add(event.body["units"]) }
    #expect(units.all == [["userID": "alice", "deviceID": "d1"], ["userID": "bob", "deviceID": "d1"]])
  }

  @Test func measuringKeepsTheDurationTheValueAndTheTypeOfTheError() async throws {
    let clock = app.clock
    let value = await monitor.measure("load") { () async throws(Never) -> Int in
      clock.advance(by: 2)
      return 5
    }
    #expect(value == 5)
    do throws(Failure) {
      _ = try await monitor.measure("load") { () async throws(Failure) -> Int in
        clock.advance(by: 4)
        throw Failure()
      }
      Issue.record("the error is thrown on")
    } catch {}
    await #expect(throws: CancellationError.self) {
      try await monitor.measure("load") { throw CancellationError() }
    }
    let body = try flushed()
    #expect(body["latencies"]?[0]?["count"] == 3)
    #expect(body["latencies"]?[0]?["sum"] == 6)
    #expect(body["errors"] == [["name": "load", "count": 1]])
  }

  @Test func nothingOfAnErrorIsKeptButItsKind() {
    #expect(FlagMonitor.name(of: URLError(.timedOut)) == "URLError")
    let error = NSError(domain: "Shop", code: 7, userInfo: [NSLocalizedDescriptionKey: "alice@example.com"])
    #expect(FlagMonitor.name(of: error) == "Shop 7")
  }

  @Test func valuesFromManyThreadsAreAllCounted() async throws {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<500 { monitor.increment("a") } }
      }
      group.addTask { for _ in 0..<100 { run.metrics.flush(at: app.clock.now) } }
    }
    run.metrics.flush(at: app.clock.now)
    let counts = app.events.of("metric").compactMap { $0.body["sums"]?[0]?["count"]?.numberValue }
    #expect(counts.reduce(0, +) == 4000)
  }
}
