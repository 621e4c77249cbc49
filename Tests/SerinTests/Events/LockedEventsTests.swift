import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct LockedEventsTests {
  @Test func beforeTheDeviceIsUnlockedNothingIsSentOrWritten() async throws {
    let server = EventServer()
    let bench = try Bench(server)
    let first = bench.client()
    try await first.refresh()
    first.logImpression("a")
    try await bench.settleEvents(first)
    first.engine.events.sender.stop()
    first.close()
    let attempts = server.batches.count
    let files = FaultyFiles(FaultyFiles.Faults(reading: .notPermitted))
    let flags = bench.client { $0.files = files }
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    #expect(flags.engine.events.record("metric", body: [:]) == nil)
    flags.engine.events.flush(skipsPause: true)
    try await bench.settleEvents(flags)
    #expect(server.batches.count == attempts)
    #expect(files.writes.count == 0)
    files.faults.withLock { $0.reading = nil }
    bench.lifecycle.enter(.active)
    try await until("what an earlier run left is sent") { server.events.count == 1 }
    // The event that could not be recorded is counted.
    #expect(server.batches.last?["dropped"] == 1)
  }
}
