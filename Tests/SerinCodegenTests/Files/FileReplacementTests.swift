import Foundation
import Testing

@testable import SerinFiles

@Suite struct FileReplacementTests {
  private let folder = TemporaryFolder()

  @Test func `the file is the old one until the new one is whole`() throws {
    try WholeFile.write([1], to: folder.path("a"))
    let file = try FileReplacement(folder.path("a"))
    try file.write([2])
    #expect(try WholeFile.read(folder.path("a"), limit: 9) == [1])
    try file.write([3, 4])
    try file.commit()
    #expect(try WholeFile.read(folder.path("a"), limit: 9) == [2, 3, 4])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["a"])
  }

  @Test func `one that is let go of leaves what was there and nothing beside it`() throws {
    try WholeFile.write([1], to: folder.path("a"))
    do {
      let file = try FileReplacement(folder.path("a"))
      try file.write([2])
    }
    #expect(try WholeFile.read(folder.path("a"), limit: 9) == [1])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["a"])
  }

  @Test func `a folder that is not there is told at once`() {
    #expect(throws: FileError.self) { _ = try FileReplacement(folder.path("no/a")) }
  }
}
