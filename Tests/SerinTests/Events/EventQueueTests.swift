import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct EventQueueTests {
  private let folder: TemporaryFolder
  private let path: String
  private let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let ids = EventIDGenerator()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appendingPathComponent("events/queue").path
  }

  private func queue(_ files: any StorageFiles = SystemFiles()) -> EventQueue {
    let queue = EventQueue(path: path, files: files, warning: StorageWarning { _ in })
    queue.load(at: now)
    return queue
  }

  private func events(_ count: Int, size: Int = 10, device: JSONObject = [:]) -> [EventRecord] {
    let exposure = Exposure(
      flagKey: "a", ruleID: "r_1a2b3c4d", variation: "on", isEnabled: true, epoch: 1, revision: 2, isOverridden: false)
    return (0..<count).map { index in
      EventRecord(
        id: ids.next(at: now), at: now, type: "metric",
        body: ["n": .number(Double(index)), "text": .string(String(repeating: "x", count: size))],
        exposures: index % 2 == 0 ? [exposure] : [], device: device)
    }
  }

  private func waiting(_ queue: EventQueue) -> [EventRecord] {
    var events: [EventRecord] = []
    while let next = queue.batch(maximumEvents: 1000, maximumBytes: .max) {
      events += next.batch.events
      queue.remove(Set(next.batch.events.map(\.id)), at: now)
    }
    return events
  }

  @Test func whatWaitsIsThereAfterARestart() {
    let events = events(5, device: ["appVersion": "5.1"]) + events(3, device: ["appVersion": "5.2"])
    #expect(queue().append(events, at: now))
    #expect(waiting(queue()) == events)
    #expect(queue().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aBatchIsOfOneVersionAndNamesEveryExposureOnce() throws {
    let queue = queue()
    queue.append(events(5, device: ["appVersion": "5.1"]) + events(3, device: ["appVersion": "5.2"]), at: now)
    let batch = try #require(queue.batch(maximumEvents: 200, maximumBytes: .max)).batch
    #expect(batch.events.count == 5)
    #expect(batch.json["exposures"]?.arrayValue?.count == 1)
    #expect(batch.json["events"]?.arrayValue?.map { $0["exposures"]?.arrayValue?.count ?? 0 } == [1, 0, 1, 0, 1])
    #expect(try EventBatch(batch.json) == batch)
  }

  @Test func anEventThatWaitsAlreadyIsNotAddedAgain() {
    let events = events(4)
    let queue = queue()
    queue.append(events, at: now)
    queue.append(events, at: now)
    #expect(queue.count == 4)
    #expect(waiting(self.queue()) == events)
  }

  @Test func theOldestOfMoreThanAThousandAreDroppedAndCounted() {
    let events = events(1300)
    for start in stride(from: 0, to: 1300, by: 100) { queue().append(Array(events[start..<(start + 100)]), at: now) }
    let queue = queue()
    #expect(queue.dropped == 300)
    #expect(waiting(queue) == Array(events[300...]))
  }

  @Test func theOldestOfMoreThanAMegabyteAreDroppedAndCounted() {
    let queue = queue()
    queue.append(events(120, size: 10_000), at: now)
    #expect(queue.count < 105 && queue.count > 95)
    #expect(queue.dropped == 120 - queue.count)
  }

  @Test func whatIsOlderThanSevenDaysIsDroppedAndCounted() {
    queue().append(events(3), at: now)
    let later = now.addingTimeInterval(7 * 86400 + 1)
    let queue = queue()
    queue.append([], at: later.addingTimeInterval(-2))
    #expect(queue.count == 3)
    queue.append([], at: later)
    #expect(queue.isEmpty)
    #expect(self.queue().dropped == 3)
  }

  @Test func anEventLargerThanABatchIsDroppedAndCounted() {
    let queue = queue()
    queue.append(events(1, size: 300_000) + events(1), at: now)
    #expect(queue.count == 1)
    #expect(queue.dropped == 1)
  }

  @Test func theCountIsZeroOnceItWasReported() {
    let queue = queue()
    queue.append(events(1005), at: now)
    #expect(queue.batch(maximumEvents: 1, maximumBytes: 1)?.dropped == 5)
    queue.append(events(2), at: now)
    queue.remove([], reported: 5, at: now)
    #expect(self.queue().dropped == 2)
  }

  @Test func aFileCutOrDamagedAtAnyByteGivesWholeEventsAndTakesNewOnes() throws {
    let first = events(2)
    let second = events(3)
    queue().append(first, at: now)
    queue().append(second, at: now)
    queue().remove([first[0].id], at: now)
    let whole = try SystemFiles().read(path, limit: 1 << 20)
    let known = Set(first + second)
    let new = events(1)
    for offset in whole.indices {
      for cut in [true, false] {
        var bytes = whole
        if cut { bytes.removeSubrange(offset...) } else { bytes[offset] ^= 0x5A }
        try SystemFiles().replace(path, with: bytes)
        let damaged = queue()
        damaged.append(new, at: now)
        let left = waiting(queue())
        #expect(left.last == new[0])
        #expect(Set(left.dropLast()).isSubset(of: known))
        #expect(Set(left.map(\.id)).count == left.count)
        guard left.last == new[0] else { return }
      }
    }
  }

  @Test func aDiskThatIsFullLosesNothingOnceThereIsRoom() {
    let files = FaultyFiles()
    let queue = queue(files)
    let events = events(3)
    #expect(queue.append([events[0]], at: now))
    files.faults.withLock { $0.writing = .failed(code: 28, reason: "no space") }
    #expect(!queue.append([events[1]], at: now))
    files.faults.withLock { $0.writing = nil }
    #expect(queue.append([events[2]], at: now))
    #expect(waiting(self.queue()) == events)
  }

  @Test func aFileThatCannotBeReadNowIsNotOverwritten() {
    queue().append(events(2), at: now)
    let files = FaultyFiles(FaultyFiles.Faults(reading: .notPermitted))
    let queue = queue(files)
    #expect(!queue.append(events(1), at: now))
    #expect(files.writes.count == 0)
    files.faults.withLock { $0.reading = nil }
    #expect(queue.append(events(1), at: now))
    #expect(self.queue().count == 4)
  }

  @Test func theFileIsWrittenAnewBeforeItGrowsWithoutBound() throws {
    let queue = queue()
    let kept = events(1)
    queue.append(kept, at: now)
    for _ in 0..<300 {
      let events = events(5, size: 200)
      queue.append(events, at: now)
      queue.remove(Set(events.map(\.id)), at: now)
    }
    #expect(try SystemFiles().read(path, limit: 1 << 20).count < 100_000)
    #expect(waiting(self.queue()) == kept)
  }
}
