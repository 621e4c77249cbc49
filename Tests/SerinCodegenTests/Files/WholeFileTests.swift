import Foundation
import Testing

@testable import SerinFiles

@Suite struct WholeFileTests {
  private let folder = TemporaryFolder()

  @Test func whatIsWrittenIsRead() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(try WholeFile.write(bytes, to: folder.path("a")))
    #expect(try WholeFile.read(folder.path("a"), limit: 200_000) == bytes)
  }

  @Test func theSameBytesAreNotWrittenAgain() throws {
    let path = folder.path("a")
    try WholeFile.write([1, 2], to: path)
    let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(try WholeFile.write([1, 2], to: path) == false)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
    #expect(try WholeFile.write([1], to: path))
    #expect(try WholeFile.read(path, limit: 10) == [1])
    #expect(try WholeFile.write([], to: path))
    #expect(try WholeFile.read(path, limit: 10) == [])
  }

  @Test func nothingIsLeftBesideTheFile() throws {
    try WholeFile.write([1], to: folder.path("a"))
    try WholeFile.write([2], to: folder.path("a"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["a"])
  }

  @Test func aFolderInTheFilesPlaceIsAnErrorAndLeavesNothing() throws {
    try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: false)
    #expect(throws: FileError.self) { try WholeFile.write([1], to: folder.path("a")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["a"])
  }

  @Test func aLinkStaysOneAndItsFileIsWritten() throws {
    try WholeFile.write([1], to: folder.path("a"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "a")
    try WholeFile.write([2], to: folder.path("link"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "a")
    #expect(try WholeFile.read(folder.path("a"), limit: 1) == [2])
  }

  @Test(arguments: ["a", "folder/a", "./a", "other"])
  func aLinkThatLeadsNowhereYetStaysOne(target: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: folder.path("other"), withDestinationPath: folder.path("a"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: target)
    #expect(try WholeFile.write([2], to: folder.path("link")))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == target)
    let written = target == "folder/a" ? target : "a"
    #expect(FilePath.isRegularFile(folder.path(written)))
    #expect(try WholeFile.read(folder.path(written), limit: 1) == [2])
  }

  @Test func linksInACircleAreAnError() throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path("a"), withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: folder.path("b"), withDestinationPath: "a")
    let error = #expect(throws: FileError.self) { try WholeFile.write([1], to: folder.path("a")) }
    #expect(error?.number == ELOOP)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("a")) == "b")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("b")) == "a")
  }

  @Test func theFileKeepsItsPermissions() throws {
    let path = folder.path("a")
    try WholeFile.write([1], to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try WholeFile.write([2], to: path)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
  }

  @Test func aPipeGetsTheBytesAndStays() throws {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    // Opened for both, so that nobody waits for anybody.
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    #expect(try WholeFile.write([1, 2, 3], to: path))
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(descriptor, &bytes, 8) == 3)
    #expect(bytes.prefix(3) == [1, 2, 3])
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType != .typeRegular)
  }

  @Test func whatIsNotThereIsMissing() {
    let reading = #expect(throws: FileError.self) { try WholeFile.read(folder.path("a"), limit: 1) }
    let writing = #expect(throws: FileError.self) { try WholeFile.write([1], to: folder.path("no/a")) }
    #expect(reading?.isMissing == true && writing?.isMissing == true)
    #expect(reading?.description == "cannot read \(folder.path("a")): No such file or directory")
  }

  @Test func aFileThatIsTooLargeIsRefused() throws {
    try WholeFile.write([1, 2, 3], to: folder.path("a"))
    #expect(try WholeFile.read(folder.path("a"), limit: 3).count == 3)
    let error = #expect(throws: FileError.self) { try WholeFile.read(folder.path("a"), limit: 2) }
    #expect(error?.isMissing == false)
  }
}
