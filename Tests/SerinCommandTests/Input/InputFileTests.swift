import Foundation
import Testing

@testable import SerinCommand

@Suite struct InputFileTests {
  private func lines(of text: String, limit: Int = 100) throws -> [String?] {
    let temporary = try TemporaryFile(text)
    let file = try InputFile(path: temporary.path)
    var lines: [String?] = []
    while let line = try file.nextLine(limit: limit) {
      switch line {
      case .text(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: lines.append(nil)
      }
    }
    return lines
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\na\n", ["", "", "a"]), ("a\r\nb", ["a\r", "b"]),
  ])
  func linesEndWithALineFeed(text: String, expected: [String]) throws {
    #expect(try lines(of: text) == expected)
  }

  @Test func longLineIsSkippedWhole() throws {
    let long = String(repeating: "x", count: 11)
    let expected: [String?] = ["a", nil, "0123456789", nil]
    #expect(try lines(of: "a\n\(long)\n0123456789\n\(long)", limit: 10) == expected)
  }

  @Test func linesLongerThanAPieceAreJoined() throws {
    let long = String(repeating: "x", count: 200_000)
    #expect(try lines(of: "\(long)\nb\n\(long)", limit: 200_000) == [long, "b", long])
    #expect(try lines(of: "\(long)\nb\n\(long)", limit: 199_999) == [nil, "b", nil])
  }

  @Test func whatFollowsALineCanBeReadWhole() throws {
    let temporary = try TemporaryFile("a\nrest\nof it")
    let file = try InputFile(path: temporary.path)
    _ = try file.nextLine(limit: 10)
    #expect(try file.readAll(limit: 100) == Array("rest\nof it".utf8))
    #expect(try file.readAll(limit: 100).isEmpty)
  }

  @Test func fileBeyondTheLimitIsRefused() throws {
    let temporary = try TemporaryFile(String(repeating: "x", count: 3 << 20))
    let file = try InputFile(path: temporary.path)
    let failure = try #require(throws: CommandFailure.self) { try file.readAll(limit: 2 << 20) }
    #expect(failure.message == "\(temporary.path) is larger than 2 MiB, the most that is taken")
    #expect(failure.exit == .refused)
  }

  @Test(arguments: [
    ("/nonexistent/rules.json", "cannot read /nonexistent/rules.json: no such file or directory"),
    ("/", "cannot read /: is a directory"),
  ])
  func unreadableFileIsNamed(path: String, message: String) throws {
    let failure = try #require(throws: CommandFailure.self) { try InputFile(path: path).readAll(limit: 1) }
    #expect(failure.message == message)
    #expect(failure.exit == .usage)
  }
}
