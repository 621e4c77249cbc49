import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct ConsoleTests {
  private let output = MemorySink()
  private let messages = MemorySink()
  private let console: Console

  init() {
    console = Console(output: output, messages: messages, style: .plain)
  }

  @Test func dataAndRemarksGoToDifferentPlaces() throws {
    try console.print("data")
    try console.remark("look")
    #expect(output.text == "data\n")
    #expect(messages.text == "serin: look\n")
  }

  @Test func remarksAreNotForPrograms() throws {
    console.isJSON = true
    try console.remark("look")
    #expect(messages.text.isEmpty)
  }

  @Test func documentIsOneValueWithSortedMembers() throws {
    try console.print(json: ["b": 1, "a": [true, .null]])
    try console.flush()
    #expect(output.text == "{\n  \"a\": [\n    true,\n    null\n  ],\n  \"b\": 1\n}\n")
  }

  @Test func failureIsASentenceWithALineForEachIssue() {
    var failure = CommandFailure.refused(
      "refused", issues: [.init(path: "flags.a", message: "no"), .init(path: "", message: "x")])
    failure.advice = "Try this."
    console.report(failure)
    #expect(messages.text == "serin: refused\n  flags.a: no\n  x\nTry this.\n")
  }

  @Test func failureIsAProblemDocumentForPrograms() throws {
    console.isJSON = true
    console.report(.refused("refused", issues: [.init(path: "flags.a", message: "no")]))
    let expected: JSONValue = [
      "type": "urn:serin:problem:invalid", "title": "Refused", "code": "invalid", "detail": "refused", "exitCode": 65,
      "errors": [["path": "flags.a", "message": "no"]],
    ]
    #expect(try JSONValue(parsing: messages.bytes) == expected)
    #expect(messages.text.split(separator: "\n").count == 1)
  }

  @Test func fullDiskIsReportedAndEndsWithOne() async throws {
    output.failure = ByteSinkError(number: ENOSPC)
    let program = Program(
      registry: .standard, console: console, environment: [:],
      standardInput: InputFile(descriptor: -1, name: "nothing"))
    #expect(await program.run(["version"]) == .internal)
    #expect(messages.text == "serin: cannot write the output: no space left on device\n")
  }
}
