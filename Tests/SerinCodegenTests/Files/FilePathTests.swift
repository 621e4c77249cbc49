import Foundation
import Testing

@testable import SerinFiles

@Suite struct FilePathTests {
  private let folder = TemporaryFolder()

  @Test func aFileIsTheSameByWhateverPath() throws {
    try WholeFile.write([1], to: folder.path("a"))
    try WholeFile.write([1], to: folder.path("b"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "a")
    try FileManager.default.linkItem(atPath: folder.path("a"), toPath: folder.path("hard"))
    for path in ["a", "link", "hard", "./a"] { #expect(FilePath.areSameFile(folder.path("a"), folder.path(path))) }
    #expect(!FilePath.areSameFile(folder.path("a"), folder.path("b")))
    #expect(!FilePath.areSameFile(folder.path("c"), folder.path("c")))
  }

  @Test func foldersAndDevicesAreNoRegularFiles() throws {
    try WholeFile.write([1], to: folder.path("a"))
    #expect(FilePath.isRegularFile(folder.path("a")))
    for path in [folder.path(""), "/dev/null", folder.path("none")] { #expect(!FilePath.isRegularFile(path)) }
  }
}
