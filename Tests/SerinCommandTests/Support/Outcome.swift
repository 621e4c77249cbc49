import Foundation
import SerinFlags

@testable import SerinCommand

/// What running a command line came to.
struct Outcome: Equatable {
  var code: Int32
  var output: String
  var messages: String

  /// The one JSON document on standard output.
  func document() throws -> JSONValue { try JSONValue(parsing: Array(output.utf8)) }

  /// The problem document on standard error.
  func problem() throws -> JSONValue { try JSONValue(parsing: Array(messages.utf8)) }
}

/// Runs a command line inside the test, with its own variables and input.
func run(
  _ words: [String], environment: [String: String] = [:], input: String = "", style: Style = .plain
) async throws -> Outcome {
  let output = MemorySink()
  let messages = MemorySink()
  let file = try TemporaryFile(input)
  let program = Program(
    registry: .standard, console: Console(output: output, messages: messages, style: style),
    environment: environment,
    standardInput: InputFile(descriptor: open(file.path, O_RDONLY), name: "standard input", closesAtEnd: true))
  let code = await program.run(words)
  return Outcome(code: code.rawValue, output: output.text, messages: messages.text)
}
