import Foundation
import Testing

@testable import SerinCommand

@Suite struct GenerateCommandTests {
  private static let document = #"""
    {"schema": 1, "flags": {
      "new_checkout": {"kind": "release", "owner": "payments-team", "expires": "2027-03-01"},
      "old_search": {"kind": "ops", "owner": "search", "archived": true}}}
    """#

  @Test func theSourceGoesToStandardOutput() async throws {
    let outcome = try await run(["generate", "-", "--as-of", "2027-02-28"], input: Self.document)
    #expect(outcome.code == 0)
    #expect(outcome.messages.isEmpty)
    #expect(outcome.output.contains("nonisolated static let newCheckout = FlagKey.release("))
    #expect(!outcome.output.contains("deprecated") && !outcome.output.contains("oldSearch"))
    #expect(outcome.output.hasSuffix("}\n"))
  }

  @Test func theOptionsSayHowFlagsAreDeclared() async throws {
    let words = ["generate", "-", "--as-of", "2027-03-01", "--access", "public", "--archived", "error"]
    let output = try await run(words, input: Self.document).output
    #expect(output.contains(#"deprecated, message: "expired on 2027-03-01; owner: payments-team""#))
    #expect(output.contains("nonisolated public static var oldSearch"))
  }

  @Test func aConfigurationIsTakenWhereTheLineSaysNothing() async throws {
    let configuration = try TemporaryFile(#"{"access": "package", "archived": "error"}"#)
    let words = ["generate", "-", "--configuration", configuration.path, "--archived", "omit"]
    let output = try await run(words, input: Self.document).output
    #expect(output.contains("nonisolated package static let newCheckout") && !output.contains("oldSearch"))
  }

  @Test func aFileIsWrittenOnlyWhenItChanges() async throws {
    let file = try TemporaryFile("")
    let words = ["generate", "-", "--as-of", "2027-02-28", "--output", file.path]
    let first = try await run(words, input: Self.document)
    #expect(first.code == 0 && first.output.isEmpty)
    #expect(first.messages == "serin: wrote \(file.path)\n")
    let written = try String(contentsOfFile: file.path, encoding: .utf8)
    #expect(try await run(["generate", "-", "--as-of", "2027-02-28"], input: Self.document).output == written)
    #expect(try await run(words, input: Self.document).messages == "serin: \(file.path) is as it should be\n")
  }

  @Test func warningsAreMessages() async throws {
    let outcome = try await run(
      ["generate", "-"], input: #"{"schema": 1, "flags": {"a": {"kind": "release", "owner": "o"}}}"#)
    #expect(outcome.code == 0)
    #expect(outcome.messages == "serin: warning: flag a, o: a release flag should have `expires`\n")
  }

  @Test func aDocumentThatIsNoRulesetIsRefusedWithEveryProblem() async throws {
    let outcome = try await run(
      ["generate", "-"], input: #"{"schema": 1, "flags": {"a": {"kind": "x"}, "b": {"kind": "y"}}}"#)
    #expect(outcome.code == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("flags.a.kind") && outcome.messages.contains("flags.b.kind"))
  }

  @Test func whatIsReadIsNotReplaced() async throws {
    let file = try TemporaryFile(Self.document)
    let configuration = try TemporaryFile("{}")
    for words in [
      [file.path, "--output", file.path, "--replace"],
      ["-", "--configuration", configuration.path, "--output", configuration.path],
    ] {
      let outcome = try await run(["generate"] + words, input: Self.document)
      #expect(outcome.code == 64 && outcome.output.isEmpty)
      #expect(outcome.messages.contains("is a file that is read; name another one"))
    }
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == Self.document)
    #expect(try String(contentsOfFile: configuration.path, encoding: .utf8) == "{}")
  }

  @Test func whatWasNotGeneratedIsReplacedOnlyWhenThatIsSaid() async throws {
    let file = try TemporaryFile("let mine = 1\n")
    let words = ["generate", "-", "--output", file.path]
    let refused = try await run(words, input: Self.document)
    #expect(refused.code == 73)
    #expect(refused.messages.contains("was not made by serin-codegen and is left alone"))
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "let mine = 1\n")
    #expect(try await run(words + ["--replace"], input: Self.document).code == 0)
    #expect(try String(contentsOfFile: file.path, encoding: .utf8).contains("static let newCheckout"))
    #expect(try await run(words + ["--access", "public"], input: Self.document).code == 0)
  }

  @Test func aDashAsOutputIsStandardOutput() async throws {
    let outcome = try await run(["generate", "-", "--output", "-"], input: Self.document)
    #expect(outcome.code == 0 && outcome.output.contains("static let newCheckout"))
  }

  @Test func aFileThatCannotBeWrittenHasACodeOfItsOwn() async throws {
    let outcome = try await run(["generate", "-", "--output", "/nowhere/Flags.swift"], input: Self.document)
    #expect(
      outcome
        == Outcome(
          code: 73, output: "", messages: "serin: cannot write /nowhere/Flags.swift: No such file or directory\n"))
  }

  @Test(arguments: [
    (["--access", "open"], "--access: \"open\" is not one of internal, package, public"),
    (["--archived", "warn"], "--archived: \"warn\" is not one of omit, error"),
    (["--as-of", "2027-02-30"], "--as-of: \"2027-02-30\" is not a day such as 2027-03-01"),
  ])
  func whatCannotBeDoneIsSaid(words: [String], message: String) async throws {
    let outcome = try await run(["generate", "-"] + words, input: Self.document)
    #expect(outcome.code == 64)
    #expect(outcome.messages.contains(message))
  }
}
