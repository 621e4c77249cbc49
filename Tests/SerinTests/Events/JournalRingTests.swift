import Foundation
import TestRandom
import Testing

@testable import Serin

@Suite struct JournalRingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appendingPathComponent("deep/ring").path
  }

  private func ring() throws -> JournalRing {
    try JournalRing(creating: path, device: Array(#"{"appVersion":"5.2"}"#.utf8), files: SystemFiles())
  }

  private func contents() throws -> JournalContents {
    JournalLayout.read(try SystemFiles().read(path, limit: JournalLayout.size))
  }

  @Test func aRecordIsInTheFileBeforeTheCallReturns() throws {
    let ring = try ring()
    for number in 1...5 {
      let payload = Array("record \(number)".utf8)
      #expect(ring.append(.event, payload) == UInt64(number))
      let contents = try contents()
      #expect(contents.records.count == number)
      #expect(contents.records.last?.payload == payload)
    }
    #expect(try contents().device == Array(#"{"appVersion":"5.2"}"#.utf8))
  }

  @Test func aFullRingRefusesAndCountsAndWaitsForNobody() throws {
    let ring = try ring()
    let payload = [UInt8](repeating: 0x61, count: 1000)
    var stored = 0
    while ring.append(.event, payload) != nil { stored += 1 }
    #expect(stored == 60)
    #expect(ring.append(.event, payload) == nil)
    #expect(try contents().refused == 2)
    #expect(try contents().records.count == 60)
    #expect(ring.takeRefused() == 2)
    #expect(try contents().refused == 0)
  }

  @Test func recordsThatAreStoredElsewhereMakeRoomAndNoOthers() throws {
    let ring = try ring()
    var generator = SeededGenerator(seed: 3)
    var kept: [(number: UInt64, payload: [UInt8])] = []
    for _ in 0..<1000 {
      let payload = (0..<Int.random(in: 0...3000, using: &generator)).map { _ in
        UInt8.random(in: 0x20...0x7E, using: &generator)
      }
      if let number = ring.append(.sighting, payload) { kept.append((number, payload)) }
      if Int.random(in: 0..<8, using: &generator) == 0, !kept.isEmpty {
        let count = Int.random(in: 1...kept.count, using: &generator)
        ring.release(through: kept[count - 1].number)
        kept.removeFirst(count)
      }
      if Int.random(in: 0..<50, using: &generator) == 0 {
        let records = try contents().records
        #expect(records.map(\.number) == kept.map(\.number))
        #expect(records.map(\.payload) == kept.map(\.payload))
      }
    }
  }

  @Test func recordsLargerThanTheRingAreRefused() throws {
    #expect(try ring().append(.event, [UInt8](repeating: 0x61, count: JournalLayout.size)) == nil)
  }

  @Test func aFileDamagedAtAnyByteGivesWholeRecordsOnly() throws {
    let ring = try ring()
    let payloads = (0..<6).map { Array(#"{"number":\#($0),"text":"\#(String(repeating: "x", count: $0 * 9))"}"#.utf8) }
    for payload in payloads { _ = ring.append(.event, payload) }
    let whole = try SystemFiles().read(path, limit: JournalLayout.size)
    let end = JournalLayout.firstRecord + payloads.reduce(0) { $0 + JournalLayout.size(ofPayload: $1.count) }
    let offsets = Array(0..<64) + Array(JournalLayout.firstRecord..<(end + 32))
    for offset in offsets {
      for damage in [UInt8(0), 0xFF, whole[offset] ^ 1, 0x01] {
        var bytes = whole
        bytes[offset] = damage
        let records = JournalLayout.read(bytes).records
        #expect(records.allSatisfy { payloads.contains($0.payload) })
        #expect(Set(records.map(\.number)).count == records.count)
        #expect(records.count >= (offset < 8 ? 0 : 5))
      }
      // Cut off, as by a disk that was full after all.
      let records = JournalLayout.read(Array(whole[..<offset])).records
      #expect(records.allSatisfy { payloads.contains($0.payload) })
    }
  }

  @Test func anythingAtAllCanBeRead() {
    var generator = SeededGenerator(seed: 5)
    for length in [0, 1, 7, 8, 4095, 4096, 4104, JournalLayout.size, JournalLayout.size + 5] {
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      #expect(JournalLayout.read(bytes).records.isEmpty)
    }
  }

  @Test func aFileThatAnotherProcessShortensIsNoSignal() throws {
    let ring = try ring()
    _ = ring.append(.event, [0x61])
    for length in [JournalLayout.size / 2, 100, 0] {
      #expect(truncate(path, off_t(length)) == 0)
      for _ in 0..<5 { #expect(ring.append(.event, [UInt8](repeating: 0x61, count: 500)) != nil) }
      ring.release(through: 3)
      _ = ring.takeRefused()
    }
  }

  @Test func aRingThatCannotBeMadeLeavesNothingBehind() throws {
    for _ in 0..<3 {
      #expect(throws: StorageError.self) { try JournalRing(creating: path, device: [], files: TearingFiles()) }
    }
    #expect(folder.files.isEmpty)
  }

  @Test func aFullDiskIsAnErrorAndNoSignal() throws {
    let files = FaultyFiles(FaultyFiles.Faults(writing: .failed(code: 28, reason: "no space")))
    #expect(throws: StorageError.failed(code: 28, reason: "no space")) {
      try JournalRing(creating: path, device: [], files: files)
    }
  }
}
