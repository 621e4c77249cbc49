import Foundation
import SerinLock
import TestRandom
import Testing

@testable import Serin

/// A run that ended at any instant, and files that were cut or damaged at any byte.
@Suite struct DamagedEventFilesTests {
  private let server = EventServer((0..<12).map { .flag("f\($0)") })
  private let bench: Bench

  init() async throws {
    bench = try Bench(server)
    let flags = bench.client()
    try await flags.refresh()
    flags.close()
  }

  @Test func whateverIsLeftOfTheFilesGivesWholeEventsWithIDsOfTheirOwn() async throws {
    // Half of the events are in the queue, half in the ring only, some in both.
    let ended = bench.client { $0.processes = .process(4001) }
    for key in 0..<6 { ended.logImpression("f\(key)") }
    try await bench.settleEvents(ended)
    ended.engine.events.serial.suspend()
    for key in 6..<12 { ended.logImpression("f\(key)") }
    let known = Set((0..<12).map { "f\($0)" })
    var generator = SeededGenerator(seed: 11)
    for round in 0..<60 {
      let copy = try bench.copy()
      let files = copy.folder.files.filter { $0.path.contains("/events/") }
      if round > 0 {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          try damage(try #require(files.randomElement(using: &generator)), &generator)
        }
      }
      let flags = copy.client { $0.processes = .process(4002) }
      flags.engine.events.collect()
      try await copy.settleEvents(flags)
      let batch = flags.engine.events.queue.batch(maximumEvents: 1000, maximumBytes: .max)?.batch
      let events = batch?.events ?? []
      #expect(Set(events.map(\.id)).count == events.count)
      #expect(events.allSatisfy { known.contains($0.body["flag_key"]?.stringValue ?? "") })
      #expect(events.allSatisfy { $0.body["units"] == ["userID": "alice"] && $0.type == "impression" })
      if round == 0 { #expect(events.count == 12) }
      _ = flags.engine.events.exposedFlags(ofRun: ended.engine.events.run.name)
    }
    ended.engine.events.serial.resume()
  }

  private func damage(_ file: URL, _ generator: inout SeededGenerator) throws {
    var bytes = try Array(Data(contentsOf: file))
    guard !bytes.isEmpty else { return }
    // Most of a ring is empty: damage there would prove nothing.
    let used = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
    let offset = Int.random(in: 0..<used, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: bytes.removeSubrange(offset...)
    case 1: bytes[offset] ^= UInt8.random(in: 1...255, using: &generator)
    default:
      for index in offset..<min(offset + 40, bytes.count) {
        bytes[index] = .random(in: .min ... .max, using: &generator)
      }
    }
    try Data(bytes).write(to: file)
  }
}
