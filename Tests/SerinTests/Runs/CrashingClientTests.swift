import Foundation
import SerinLock
import Testing

@testable import Serin

/// Clients that see flags and die, and what the next one makes of it.
@Suite struct CrashingClientTests {
  private let transport = ScriptedTransport { _, _ in .answer(revision: 5, [.flag("a"), .flag("b")]) }
  private let bench: Bench

  init() throws { bench = try Bench(transport) }

  /// A client in front of a person that sees flags and is gone; it is kept, since a dead process ends nothing in order.
  private func dyingClient(
    seeing keys: String..., configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) async throws -> FeatureFlags {
    let flags = try await bench.seeingClient(configure)
    for key in keys { flags.logImpression(key) }
    try await bench.settleEvents(flags)
    flags.engine.store.waitUntilWritten(atMost: 60)
    flags.engine.runs.kill()
    return flags
  }

  @Test func theNextStartKnowsWhatPeopleHadSeenAndReportsTheCrashOnce() async throws {
    let dead = try await dyingClient(seeing: "a")
    // So that what is reported stays in the queue.
    transport.goOffline()
    let flags = bench.client()
    let exit = try #require(flags.monitor.previousExit)
    #expect(exit.kind == .unexplained)
    #expect(exit.exposed.map(\.key) == ["a"])
    #expect(exit.exposed.map(\.isEnabled) == [true])
    #expect(exit.exposed.map(\.revision) == [5])
    flags.monitor.recordCrashOfPreviousRun(id: "report-1")
    #expect(flags.monitor.previousExit?.kind == .crashed)
    try await bench.settleEvents(flags)
    let name = "crash \(dead.engine.runs.token)"
    let id = EventID(named: name, at: exit.startedAt)
    #expect(flags.engine.events.queue.contains(id))
    flags.close()
    withExtendedLifetime(dead) {}
  }

  @Test func aFlagThatCrashesTheAppAtItsStartAnswersWithItsDefaultUntilTheServerAnswers() async throws {
    let dead = [try await dyingClient(seeing: "a", "b"), try await dyingClient(seeing: "a")]
    transport.goOffline()
    let flags = bench.client()
    #expect(flags.get("a") == nil)
    #expect(flags.details(.release("a", owner: "o", expires: "2030-01-01")).reason == .crashLoop)
    #expect(flags.get("b")?.isEnabled == true)
    await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(flags.get("a") == nil)
    transport.answer(.answer(revision: 6, [.flag("a"), .flag("b")]))
    bench.clock.advance(by: 600)
    try await flags.refresh()
    #expect(flags.get("a")?.isEnabled == true)
    #expect(flags.engine.runs.suspects.isEmpty)
    flags.close()
    withExtendedLifetime(dead) {}
  }

  /// A client that suspects a flag, and the first thing that it sends.
  private func reportingClient(_ server: ManualTransport) async throws -> (FeatureFlags, ManualTransport.Exchange) {
    let flags = try await bench.activeClient { configuration in
      configuration.transport = server
      configuration.isStreaming = false
    }
    let reports = try await server.next()
    #expect(reports.request.url.lastPathComponent == "events")
    return (flags, reports)
  }

  @Test func reportsGoOutBeforeTheAnswerThatMayBringTheFlagsBack() async throws {
    let dead = [try await dyingClient(seeing: "a"), try await dyingClient(seeing: "a")]
    let server = ManualTransport()
    let (flags, reports) = try await reportingClient(server)
    #expect(reports.request.reportedTypes.contains("exit"))
    #expect(server.count == 1)
    reports.answer(FlagResponse(status: 200, body: Data(#"{"accepted": 1, "refused": []}"#.utf8)))
    let question = try await server.next()
    #expect(question.request.url.lastPathComponent == "evaluate")
    question.answer(.answer(revision: 6, [.flag("a")]))
    try await until("the flag is back") { flags.get("a") != nil }
    // What the crash reporter finds does not wait for other events either.
    flags.monitor.recordCrashOfPreviousRun(id: "report-1")
    let crash = try await server.next()
    #expect(crash.request.reportedTypes == ["crash"])
    crash.answer(FlagResponse(status: 200, body: Data(#"{"accepted": 1, "refused": []}"#.utf8)))
    flags.close()
    withExtendedLifetime(dead) {}
  }

  @Test func reportsThatDoNotGetThroughHoldUpTheQuestionForTwoSeconds() async throws {
    let dead = [try await dyingClient(seeing: "a"), try await dyingClient(seeing: "a")]
    let server = ManualTransport()
    let (flags, reports) = try await reportingClient(server)
    try await bench.advance(by: 2, flags)
    let question = try await server.next()
    #expect(question.request.url.lastPathComponent == "evaluate")
    question.answer(.answer(revision: 6, [.flag("a")]))
    try await until("the flag is back") { flags.get("a") != nil }
    reports.fail()
    flags.close()
    withExtendedLifetime(dead) {}
  }

  @Test func aKillSwitchIsNeverSpared() async throws {
    let declare: (inout FeatureFlags.Configuration) -> Void = { $0.declared = [.killSwitch("b", owner: "o")] }
    let dead = [
      try await dyingClient(seeing: "a", "b", configure: declare),
      try await dyingClient(seeing: "a", "b", configure: declare),
    ]
    transport.goOffline()
    let flags = bench.client(declare)
    #expect(flags.get("a") == nil)
    #expect(flags.get("b")?.isEnabled == true)
    flags.close()
    withExtendedLifetime(dead) {}
  }

  @Test func theGuardCanBeSwitchedOff() async throws {
    let dead = [try await dyingClient(seeing: "a"), try await dyingClient(seeing: "a")]
    transport.goOffline()
    let flags = bench.client { $0.guardsAgainstCrashLoops = false }
    #expect(flags.get("a")?.isEnabled == true)
    flags.close()
    withExtendedLifetime(dead) {}
  }

  /// Decision 53: what was seen stands in the batch once, and the events point to it.
  @Test func metricsCarryTheSessionAndPointToTheFlagsThatWereSeen() async throws {
    let flags = try await bench.seeingClient()
    transport.goOffline()
    for key in ["a", "b"] { flags.logImpression(key) }
    let session = flags.engine.events.session
    for name in ["items", "taps"] {
      flags.monitor.increment(name)
      flags.engine.runs.metrics.flush(at: bench.clock.now)
    }
    try await bench.settleEvents(flags)
    let batch = try #require(flags.engine.events.queue.batch(maximumEvents: 1000, maximumBytes: 1 << 20)?.batch)
    let table = try #require(batch.json["exposures"]?.arrayValue)
    #expect(table.map { $0["flag_key"] } == ["a", "b"])
    #expect(table.map { $0["revision"] } == [5, 5])
    let sent = batch.json["events"]?.arrayValue?.filter { $0["type"] == "metric" } ?? []
    #expect(sent.map { $0["sums"]?[0]?["name"] } == ["items", "taps"])
    for event in sent {
      #expect(event["exposures"] == [0, 1])
      #expect(event["session"]?.stringValue == session)
      #expect(event["units"] == ["userID": "alice"])
    }
    flags.close()
  }
}

/// Remembers the bodies of events.
private struct BodySink: EventSink {
  let bodies: Recorder<JSONObject>

  func append(type: String, body: JSONObject, exposures: [Exposure], at date: Date) { bodies.add(body) }

  func sendNow() {}
}

extension FlagRequest {
  /// The types of the events that the request carries.
  fileprivate var reportedTypes: [String] {
    let events = (try? batch)?["events"]?.arrayValue ?? []
    return events.compactMap { $0["type"]?.stringValue }
  }
}
