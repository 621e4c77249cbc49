import Foundation
import TestRandom
import Testing

@testable import Serin

@Suite struct SystemFilesTests {
  private let folder: TemporaryFolder
  private let files = SystemFiles()

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  @Test func aFileIsWrittenReadAndRemoved() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try files.replace(path("a/b/c.json"), with: bytes)
    #expect(try files.read(path("a/b/c.json"), limit: 200_000) == bytes)
    #expect(try files.names(in: path("a/b")) == ["c.json"])
    try files.remove(path("a/b/c.json"))
    #expect(throws: StorageError.notFound) { try files.read(path("a/b/c.json"), limit: 1) }
  }

  @Test func onlyTheOwnerMayReadIt() throws {
    try files.replace(path("c.json"), with: [1])
    let attributes = try FileManager.default.attributesOfItem(atPath: path("c.json"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func aLargerFileThanAllowedIsRefused() throws {
    try files.replace(path("c.json"), with: [1, 2, 3])
    #expect(throws: StorageError.tooLarge) { try files.read(path("c.json"), limit: 2) }
  }

  @Test func aFolderInTheFilesPlaceIsAFailure() throws {
    try FileManager.default.createDirectory(atPath: path("c.json"), withIntermediateDirectories: true)
    let reading = #expect(throws: StorageError.self) { try files.read(path("c.json"), limit: 10) }
    #expect(reading != .notFound)
    #expect(reading != .notPermitted)
    #expect(throws: StorageError.self) { try files.replace(path("c.json"), with: [1]) }
    // Nothing is left behind.
    #expect(try files.names(in: folder.url.path) == ["c.json"])
  }

  @Test(.timeLimit(.minutes(1))) func aPipeInTheFilesPlaceHoldsNobodyUp() throws {
    #expect(mkfifo(path("c.json"), 0o600) == 0)
    #expect(try files.read(path("c.json"), limit: 10) == [])
    #expect(throws: StorageError.self) { try files.append([1], to: path("c.json")) }
    #expect(throws: StorageError.self) { try InPlaceFile(path("c.json"), size: 10) }
    try files.replace(path("c.json"), with: [1])
    #expect(try files.read(path("c.json"), limit: 10) == [1])
  }

  @Test func aFileInTheFoldersPlaceIsAFailure() throws {
    try files.replace(path("a"), with: [1])
    #expect(throws: StorageError.self) { try files.replace(path("a/b"), with: [1]) }
  }

  @Test func readersSeeOneWholeVersion() async throws {
    let path = path("c.json")
    let files = files
    try files.replace(path, with: Array(repeating: 0, count: 10))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<300 {
            let bytes = try files.read(path, limit: 1 << 20)
            #expect(Set(bytes).count == 1)
          }
        }
      }
      group.addTask {
        var generator = SeededGenerator(seed: 1)
        for version in 1...200 {
          let count = Int.random(in: 1...200_000, using: &generator)
          try files.replace(path, with: Array(repeating: UInt8(truncatingIfNeeded: version), count: count))
        }
      }
      try await group.waitForAll()
    }
  }
}
