import Foundation
import FuzzTargets
import Testing

/// The inputs that the fuzzer begins with, and those that it once found, without the fuzzer.
struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzzing/Corpus")

  @Test(arguments: FuzzTarget.allCases)
  func everythingHoldsForEveryInputThatIsKept(target: FuzzTarget) throws {
    let folder = Self.folder.appendingPathComponent(target.rawValue)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files.sorted(by: { $0.path < $1.path }) {
      #expect(throws: Never.self, "\(file.lastPathComponent)") { try run(target, [UInt8](Data(contentsOf: file))) }
    }
  }

  /// Inputs that are cut off are what a fuzzer finds first; a seed or two of each target is enough here.
  @Test(arguments: FuzzTarget.allCases)
  func everythingHoldsForInputsThatAreCutOff(target: FuzzTarget) throws {
    let folder = Self.folder.appendingPathComponent(target.rawValue)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.path < $1.path }).prefix(3) {
      let bytes = try [UInt8](Data(contentsOf: file))
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 16)) {
        #expect(throws: Never.self, "\(count) bytes of \(file.lastPathComponent)") {
          try run(target, Array(bytes[..<count]))
        }
      }
    }
  }

  private func run(_ target: FuzzTarget, _ bytes: [UInt8]) throws {
    var failure: FuzzFailure?
    bytes.withUnsafeBytes { bytes in
      do throws(FuzzFailure) { try target.run(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
