import Foundation
import TestRandom
import Testing

@testable import Serin

@Suite struct GzipTests {
  @Test func whatIsCompressedReadsBack() {
    var generator = SeededGenerator(seed: 7)
    for length in [0, 1, 2, 3, 4, 257, 258, 259, 300, 1000, 40_000] {
      for letters in [1, 2, 30, 256] {
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...UInt8(letters - 1), using: &generator) }
        #expect(gunzip(Gzip.compress(bytes)) == bytes)
      }
    }
  }

  @Test func matchesReachAcrossTheWholeWindowAndNotBeyond() {
    var generator = SeededGenerator(seed: 8)
    let phrase = (0..<300).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    for gap in [32 * 1024 - 301, 32 * 1024 - 300, 32 * 1024 - 299, 33 * 1024] {
      let bytes = phrase + (0..<gap).map { _ in UInt8.random(in: .min ... .max, using: &generator) } + phrase
      #expect(gunzip(Gzip.compress(bytes)) == bytes)
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gzip") || isGzipInBin))
  func theSystemsOwnProgramReadsIt() throws {
    let folder = try TemporaryFolder()
    let text = Array(EventBatch(events: Self.impressions(50)).body(sentAt: Date(timeIntervalSince1970: 0), dropped: 0))
    let file = folder.url.appendingPathComponent("batch.gz")
    try Data(Gzip.compress(text)).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: isGzipInBin ? "/bin/gzip" : "/usr/bin/gzip")
    process.arguments = ["-d", file.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try Array(Data(contentsOf: folder.url.appendingPathComponent("batch"))) == text)
  }

  @Test func aBatchOf200ImpressionsShrinksAtLeastSixfold() {
    let body = EventBatch(events: Self.impressions(200)).body(sentAt: Date(timeIntervalSince1970: 0), dropped: 0)
    let ratio = Double(body.count) / Double(Gzip.compress(body).count)
    #expect(ratio > 6, "\(body.count) bytes, ratio \(ratio)")
    // A server refuses what grows more than a hundredfold.
    #expect(ratio < 100)
  }

  static func impressions(_ count: Int) -> [EventRecord] {
    let ids = EventIDGenerator()
    return (0..<count).compactMap { index in
      let at = Date(timeIntervalSince1970: 1_800_000_000 + Double(index) * 1.7)
      let exposure = Exposure(
        flagKey: "feature_\(index % 60)", ruleID: "r_\(String(0x1000_0000 + index % 60 * 7919, radix: 16))",
        variation: "on", isEnabled: true, epoch: 1, revision: 42, isOverridden: false)
      let units = EventUnits(userID: "user-\(index / 60)", deviceID: "5b0ad9c6-6a3e-4f6e-9f38-2f1f5d0a9b11")
      return Sighting(
        id: ids.next(at: at), at: at, exposure: exposure, units: units, session: "01890a5d-ac96-774b-bcce-b302099a8057"
      ).event(device: ["appVersion": "5.2.0", "osName": "iOS"])
    }
  }
}

private let isGzipInBin = FileManager.default.isExecutableFile(atPath: "/bin/gzip")
