import Foundation
import SerinLock
import Testing

@testable import Serin

/// A disk that gets full while the app runs.
@Suite struct FullDiskEventsTests {
  private let server = EventServer((0..<8).map { .flag("f\($0)") })
  private let bench: Bench

  init() throws { bench = try Bench(server) }

  @Test func whatTheServerHasIsNotSentAgainWhileTheDiskIsFull() async throws {
    let files = FaultyFiles()
    let flags = try await bench.seeingClient { $0.files = files }
    // Makes the ring, which has its room from then on.
    flags.logImpression("f0")
    try await bench.settleEvents(flags)
    files.faults.withLock { $0.writing = .failed(code: 28, reason: "no space") }
    for key in 1..<7 {
      flags.logImpression("f\(key)")
      flags.engine.events.flush()
      try await until("it is sent and acknowledged") {
        server.events.count == key + 1 && flags.engine.events.sender.state.withLock { $0.flight == nil }
          && flags.engine.events.queue.isEmpty
      }
    }
    #expect(sentEvents == 7)
    files.faults.withLock { $0.writing = nil }
    flags.logImpression("f7")
    try await bench.settleEvents(flags)
    #expect(flags.engine.events.queue.count == 1)
    try await bench.advanceEvents(by: 30, flags)
    #expect(sentEvents == 8)
    #expect(server.events.count == 8)
  }

  @Test func aRingThatGotFullIsEmptiedWithTheNextCallOnceTheDiskHasRoom() async throws {
    let files = FaultyFiles()
    let flags = try await bench.seeingClient { $0.files = files }
    flags.logImpression("f0")
    try await bench.settleEvents(flags)
    files.faults.withLock { $0.writing = .failed(code: 28, reason: "no space") }
    while flags.engine.events.record("metric", body: ["text": .string(String(repeating: "x", count: 3000))]) != nil {}
    while flags.engine.events.record("metric", body: [:]) != nil {}
    // All that was tried while the disk was full is over.
    await withCheckedContinuation { done in flags.engine.events.serial.async { done.resume() } }
    files.faults.withLock { $0.writing = nil }
    flags.logImpression("f1")
    try await bench.settleEvents(flags)
    flags.logImpression("f1")
    try await bench.settleEvents(flags)
    flags.engine.events.flush(skipsPause: true)
    try await until("it is sent") { server.events("impression").contains { $0["flag_key"] == "f1" } }
  }

  @Test func exposuresBehindATornWriteAreKnown() throws {
    let path = bench.folder.url.appendingPathComponent("run.exposures").path
    let sightings = (0..<4).map { number in
      Sighting(
        id: nil, at: bench.clock.now, exposure: Exposure(FeatureFlag(key: "f\(number)", isEnabled: true)),
        units: EventUnits(userID: "alice", deviceID: nil), session: "s")
    }
    try ExposureFile.append([sightings[0]], to: path, files: SystemFiles())
    for _ in 0..<2 {
      #expect(throws: StorageError.self) { try ExposureFile.append([sightings[1]], to: path, files: TearingFiles()) }
    }
    try ExposureFile.append(Array(sightings[1...2]), to: path, files: SystemFiles())
    try ExposureFile.append([sightings[3]], to: path, files: SystemFiles())
    #expect(ExposureFile.read(path, files: SystemFiles()) == sightings)
  }

  /// How many events were sent, repeats included.
  private var sentEvents: Int { server.batches.reduce(0) { $0 + ($1["events"]?.arrayValue?.count ?? 0) } }
}
