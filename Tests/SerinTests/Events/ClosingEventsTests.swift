import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct ClosingEventsTests {
  private let server = EventServer()
  private let bench: Bench

  init() throws { bench = try Bench(server) }

  @Test func whatWaitsIsSentWhenTheClientIsClosed() async throws {
    let flags = try await bench.seeingClient()
    flags.logImpression("a")
    let farewell = flags.engine.events.beginClosing()
    // Without the bound, which a busy machine may exceed.
    try await until("the last batch has ended") { farewell.done.wait(timeout: .now()) == .success }
    flags.close()
    #expect(server.events.count == 1)
    #expect(!bench.eventFiles.contains { $0.hasSuffix(".ring") })
  }

  @Test func aServerThatHangsHoldsTheCloseUpForHalfASecondOnly() async throws {
    let manual = ManualTransport()
    let bench = try Bench(manual)
    let flags = bench.client()
    let refreshing = Task { try await flags.refresh() }
    try await manual.next().answer(.answer())
    _ = try await refreshing.value
    flags.logImpression("a")
    let start = Date()
    flags.close()
    let duration = Date().timeIntervalSince(start)
    #expect(duration > 0.3 && duration < 5)
    // What was not sent is there for the next run.
    let next = bench.client()
    next.engine.events.collect()
    try await bench.settleEvents(next)
    #expect(next.engine.events.queue.count == 1)
    manual.takeAll().forEach { $0.fail() }
  }

  @Test func nothingIsRecordedOrSentAfterwards() async throws {
    let flags = try await bench.seeingClient()
    let flag = try #require(flags.get("a"))
    flags.close()
    flags.close()
    flags.logImpression(flag)
    flags.engine.events.flush(skipsPause: true)
    bench.lifecycle.enter(.background)
    try await bench.settleEvents(flags)
    bench.clock.advance(by: 3600)
    try await bench.settleEvents(flags)
    #expect(server.batches.isEmpty)
    #expect(flags.engine.events.sender.state.withLock { $0.timer == nil })
  }

  @Test func whatIsRecordedWhileTheClientIsBeingClosedIsThereForTheNextRun() async throws {
    let flags = try await bench.seeingClient()
    flags.close()
    let id = flags.engine.events.record("sessionEnd", body: ["duration": 12])
    try await bench.settleEvents(flags)
    #expect(server.batches.isEmpty)
    _ = try await bench.seeingClient()
    try await until("it is sent") { server.events.count == 1 }
    #expect(server.events.first?["id"]?.stringValue == id?.text)
    #expect(server.events.first?["duration"] == 12)
  }

  @Test func lettingGoOfTheClientKeepsWhatWaitsForTheNextRun() async throws {
    weak var recorder: EventRecorder?
    do {
      let flags = try await bench.seeingClient()
      recorder = flags.engine.events
      flags.logImpression("a")
    }
    try await until("nothing is left of the client") { recorder == nil }
    #expect(server.batches.isEmpty)
    let flags = try await bench.seeingClient()
    try await until("it is sent") { server.events.count == 1 }
    flags.close()
  }

  @Test func offlineEventsSurviveAnOrdinaryEnd() async throws {
    server.answer(.answer((0..<50).map { .flag("f\($0)") }))
    let flags = try await bench.seeingClient()
    server.treat(.offline)
    for key in 0..<50 { flags.logImpression("f\(key)") }
    flags.close()
    server.treat(.accept)
    _ = try await bench.seeingClient()
    try await until("all are sent") { server.events.count == 50 }
    #expect(Set(server.events.map { $0["id"] }).count == 50)
  }

  @Test func theAppIsToldOfNothingAfterTheClose() async throws {
    let told = Recorder<FlagEvent>()
    let flags = try await bench.seeingClient {
      $0.impressions = .onFirstRead
      $0.onEvent = { told.add($0) }
    }
    // Makes the journal, so that the impression is there before the reading returns.
    flags.engine.events.record("metric", body: [:])
    try await bench.settleEvents(flags)
    let serial = flags.engine.events.serial
    serial.suspend()
    #expect(flags.isEnabled("a", default: false))
    flags.close()
    serial.resume()
    await withCheckedContinuation { done in serial.async { done.resume() } }
    #expect(told.all.isEmpty)
  }
}
