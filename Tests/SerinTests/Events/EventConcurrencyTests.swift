import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct EventConcurrencyTests {
  @Test func aDiskThatHangsHoldsNoImpressionUp() async throws {
    let server = EventServer()
    let bench = try Bench(server)
    let files = FaultyFiles()
    let flags = try await bench.seeingClient { $0.files = files }
    server.answer(.answer(revision: 2, (0..<50).map { .flag("f\($0)") }))
    flags.logImpression("a")
    try await bench.settleEvents(flags)
    bench.clock.advance(by: 300)
    try await flags.refresh()
    files.hang()
    let start = Date()
    for key in 0..<50 { flags.logImpression("f\(key)") }
    #expect(Date().timeIntervalSince(start) < 2)
    files.goOn()
    try await until("all are sent") {
      try? await bench.advanceEvents(by: 30, flags)
      return server.events.count == 51
    }
  }

  @Test func comingAndGoingWithEventsUnderWayLosesNone() async throws {
    let server = EventServer((0..<60).map { .flag("f\($0)") })
    let bench = try Bench(server)
    let flags = try await bench.seeingClient()
    let fates = Lock(0)
    server.treat { _ in
      let number = fates.withLock { count in
        count += 1
        return count
      }
      return number % 3 == 0 ? .loseAnswer : number % 3 == 1 ? .offline : .accept
    }
    for key in 0..<60 {
      flags.logImpression("f\(key)")
      bench.lifecycle.enter(key % 2 == 0 ? .background : .active)
      if key % 5 == 0 { bench.lifecycle.enter(.networkAvailable) }
    }
    bench.lifecycle.enter(.active)
    server.treat(.accept)
    try await until("all are sent") {
      try? await bench.advanceEvents(by: 30, flags)
      return server.events("impression").count == 60
    }
    #expect(flags.engine.events.queue.isEmpty)
  }

  @Test func manyThreadsMayRecordWhileTheClientIsClosed() async throws {
    let server = EventServer((0..<20).map { .flag("f\($0)") })
    let bench = try Bench(server)
    for _ in 0..<10 {
      let flags = try await bench.seeingClient()
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask {
            for key in 0..<20 {
              flags.logImpression("f\((key + thread) % 20)")
              if thread == 3, key == 10 { flags.setUserID("bob") }
            }
          }
        }
        group.addTask { flags.close() }
      }
      try await bench.settleExtension(flags)
    }
    #expect(Set(server.events.map { $0["id"] }).count == server.events.count)
  }
}
