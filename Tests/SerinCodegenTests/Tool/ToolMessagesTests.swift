import Foundation
import Testing

@Suite struct ToolMessagesTests {
  /// Runs the built program, which stands beside the test bundle, and gives its exit code and what it said.
  private func run(_ words: [String], in folder: TemporaryFolder) throws -> (code: Int32, messages: String) {
    let messages = folder.path("messages")
    try Data().write(to: URL(fileURLWithPath: messages))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("serin-codegen")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: messages)
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOfFile: messages, encoding: .utf8))
  }

  private func folder(_ document: String) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try document.write(toFile: folder.path("flags.json"), atomically: true, encoding: .utf8)
    return folder
  }

  // C0, C1, a mark of direction and an invisible space: none of them reaches the terminal.
  @Test func nothingThatCannotBeSeenIsPrinted() throws {
    let folder = try folder(#"{"schema": 1, "flags": {"a\u001b\u009b31m\u202e\u200b": {"kind": "x"}}}"#)
    let outcome = try run([folder.path("flags.json")], in: folder)
    #expect(outcome.code == 65)
    #expect(outcome.messages.contains(#"a\u{1b}\u{9b}31m\u{202e}\u{200b}"#), "\(outcome.messages)")
    let usage = try run(["--\u{9B}\u{202E}"], in: folder)
    #expect(usage.code == 64)
    #expect(usage.messages.hasPrefix(#"serin-codegen: unknown option "--\u{9b}\u{202e}""#))
  }

  @Test func aSourceThatCannotBeWrittenHasACodeOfItsOwn() throws {
    let folder = try folder(#"{"schema": 1, "flags": {}}"#)
    let outcome = try run([folder.path("flags.json"), "--output", "/nowhere/Flags.swift"], in: folder)
    #expect(outcome.code == 73)
    #expect(outcome.messages.contains("/nowhere/Flags.swift"))
    #expect(try run([folder.path("none.json")], in: folder).code == 5)
  }
}
