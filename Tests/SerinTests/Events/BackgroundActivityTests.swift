import Foundation
import SerinLock
import Testing

@testable import Serin

/// Decision 44: in background the system is asked for the time that the last batch takes.
@Suite struct BackgroundActivityTests {
  private let order = Recorder<String>()

  private func client(_ bench: Bench) async throws -> FeatureFlags {
    try await bench.seeingClient { [order] in
      $0.beginBackgroundActivity = {
        order.add("begin")
        return { order.add("end") }
      }
    }
  }

  @Test func itLastsUntilEverythingThatWaitsIsSent() async throws {
    let server = EventServer((0..<300).map { .flag("f\($0)") })
    let bench = try Bench(server)
    let flags = try await client(bench)
    for start in stride(from: 0, to: 300, by: 50) {
      for key in start..<(start + 50) { flags.logImpression("f\(key)") }
      try await bench.settleEvents(flags)
    }
    server.treat { [order] _ in
      order.add("batch")
      return .accept
    }
    try await bench.enter(.background, flags)
    try await until("it has ended") { order.all.last == "end" }
    #expect(order.all == ["begin", "batch", "batch", "end"])
  }

  @Test func whereNothingWaitsItEndsAtOnce() async throws {
    let bench = try Bench(EventServer())
    let flags = try await client(bench)
    try await bench.enter(.background, flags)
    try await until("it has ended") { order.all == ["begin", "end"] }
  }

  @Test(arguments: ["deadline", "close", "failure"])
  func itEndsAlsoWhenTheBatchDoesNotArrive(_ ending: String) async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient { [order] in
      $0.beginBackgroundActivity = { { order.add("end") } }
    }
    try await transport.next().answer(.answer())
    try await bench.settleRequests(flags)
    flags.logImpression("a")
    try await until("it is recorded") { flags.engine.events.queue.count == 1 }
    bench.lifecycle.enter(.background)
    let batch = try await transport.next()
    #expect(order.count == 0)
    switch ending {
    case "deadline":
      try await until("the deadline is armed") {
        guard let due = flags.engine.events.sender.state.withLock({ $0.timer?.due }) else { return false }
        return bench.clock.hasSleeper(until: due)
      }
      bench.clock.advance(by: 10)
    case "close": flags.engine.events.sender.stop()
    default: batch.fail()
    }
    try await until("it has ended") { order.all == ["end"] }
    for exchange in transport.takeAll() { exchange.fail() }
  }

  @Test func whereProcessesAreNotSuspendedNothingHappens() {
    let end = BackgroundActivity.begin()
    end()
    end()
  }
}
