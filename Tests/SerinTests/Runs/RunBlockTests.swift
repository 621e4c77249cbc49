import Foundation
import Testing

@testable import Serin

@Suite struct RunBlockTests {
  private func record(version: String? = "5.2.1") -> RunRecord {
    var record = RunRecord(
      token: "t", process: ProcessMark(id: 7, start: .max), system: SystemMark(boot: "b", version: "17.4"),
      version: version, build: nil, at: Moment(TestClock()))
    record.enter(.active, at: 1001.5)
    return record
  }

  @Test func aRecordIsReadBackAsItWasWritten() {
    let bytes = RunBlock.bytes(of: record())
    #expect(bytes.count == RunBlock.size)
    #expect(RunBlock.record(in: bytes) == record())
  }

  @Test func textsOfAnyLengthFitIntoTheBlock() throws {
    let controls = String(repeating: "\u{1}", count: 10_000)
    let bytes = RunBlock.bytes(of: record(version: controls))
    #expect(bytes.count == RunBlock.size)
    #expect(try #require(RunBlock.record(in: bytes)).version == String(repeating: "\u{1}", count: 64))
    // A character is kept whole or not at all.
    #expect(String(repeating: "é", count: 33).cut == String(repeating: "é", count: 32))
  }

  @Test func anyChangedByteIsDamage() {
    let bytes = RunBlock.bytes(of: record())
    let end = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
    for index in 0...end {
      var damaged = bytes
      damaged[index] ^= 0x01
      #expect(RunBlock.record(in: damaged) == nil, "byte \(index)")
    }
    for length in [0, 1, 20, end] { #expect(RunBlock.record(in: Array(bytes.prefix(length))) == nil) }
    #expect(RunBlock.record(in: Array(repeating: 0, count: RunBlock.size)) == nil)
  }

  @Test func theFileIsTheOwnersAloneAndKeepsItsSize() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("current").path
    let file = try InPlaceFile(path, size: RunBlock.size)
    for _ in 0..<3 { try file.write(RunBlock.bytes(of: record()), at: 0) }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect((attributes[.size] as? NSNumber)?.intValue == RunBlock.size)
    #expect(throws: StorageError.self) { try InPlaceFile(folder.url.path, size: RunBlock.size) }
  }
}
