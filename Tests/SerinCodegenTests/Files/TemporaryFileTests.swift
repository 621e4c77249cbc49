import Foundation
import Testing

@testable import SerinFiles

@Suite struct TemporaryFileTests {
  private let folder = TemporaryFolder()

  /// The number of a process that was there and is gone.
  private func endedProcess() throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exit 0"]
    try process.run()
    process.waitUntilExit()
    return process.processIdentifier
  }

  @Test func whatAnEndedProcessLeftIsRemovedByTheNextWrite() throws {
    let ended = try endedProcess()
    let left = ["Flags.swift.\(ended)-17.tmp", "Flags.swift.\(ended)-4294967295.tmp"]
    let kept = [
      "Flags.swift.\(getpid())-1.tmp", "Other.swift.\(ended)-1.tmp", "Flags.swift.\(ended)-x.tmp",
      "Flags.swift.\(ended).tmp", "Flags.swift.tmp", "Flags.swift.1-1.tmp",
    ]
    for name in left + kept { try Data([1]).write(to: URL(fileURLWithPath: folder.path(name))) }
    try WholeFile.write([2], to: folder.path("Flags.swift"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
    #expect(names.sorted() == (kept + ["Flags.swift"]).sorted())
  }

  @Test func itIsRemovedAlsoWhereNothingIsWritten() throws {
    try WholeFile.write([2], to: folder.path("Flags.swift"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "Flags.swift")
    try Data([1]).write(to: URL(fileURLWithPath: folder.path("Flags.swift.\(try endedProcess())-17.tmp")))
    #expect(try WholeFile.write([2], to: folder.path("link")) == false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted() == ["Flags.swift", "link"])
  }

  @Test func theNameOfATemporaryFileTellsItsProcess() {
    let path = TemporaryFile.path(beside: "Flags.swift")
    #expect(TemporaryFile.process(ofFile: path, beside: "Flags.swift") == getpid())
    for name in ["Flags.swift.0-1.tmp", "Flags.swift.-1-1.tmp", "Flags.swift.1-+1.tmp", "Flags.swift", "Flags.swift."] {
      #expect(TemporaryFile.process(ofFile: name, beside: "Flags.swift") == nil)
    }
  }
}
