import Foundation
import Testing

@testable import SerinCommand

@Suite struct CompletionTests {
  private static let registry = CommandRegistry.standard

  /// What bash offers for a line whose last word is being typed, split at blanks and `=` as bash does it.
  private static func complete(_ words: [String], files: [String] = []) async throws -> [String] {
    let script = try await SerinCommandTests.run(["completions", "bash"])
    #expect(script.code == 0)
    let folder = try TemporaryFolder(["serin.bash": script.output])
    for file in files { try folder.write("", to: file) }
    return try Shell.bashOffers(for: words, in: folder)
  }

  @Test(.enabled(if: Shell.bash.path != nil))
  func `bash takes the script`() async throws {
    let file = try TemporaryFile(try await SerinCommandTests.run(["completions", "bash"]).output)
    let outcome = try Binary.run(["-n", file.path], program: try #require(Shell.bash.path))
    #expect(outcome == Outcome(code: 0, output: "", messages: ""))
  }

  @Test(
    .enabled(if: Shell.bash.path != nil),
    arguments: [
      (["serin", "ver"], ["version"]), (["serin", "flags", "un"], ["unkill", "unarchive", "undelete"]),
      (["serin", "segments", "h"], ["history"]), (["serin", "segments", "re"], ["restore"]),
      (["serin", "help", "references", "p"], ["push"]), (["serin", "help", "flags", "-"], ["--help"]),
      (["serin", "help", "check", ""], []),
      (["serin", "--url", "http://x", "flags", "sh"], ["show"]),
      (["serin", "check", "--form"], ["--format"]),
      (["serin", "check", "--format", ""], ["text", "github", "junit", "json"]),
      (["serin", "check", "--format", "=", "j"], ["junit", "json"]),
      (["serin", "check", "--format", "="], ["text", "github", "junit", "json"]),
      (["serin", "check", "--format", "text", "--onl"], ["--online"]),
      (["serin", "completions", ""], ["bash", "zsh", "fish"]),
      (["serin", "keys", "create", "--kind", "s"], ["server"]),
      // The value of an option is no command, and what a command does not take is not offered.
      (["serin", "--project", "flags", "keys", "rev"], ["revoke"]),
      (["serin", "draw", "--url"], []), (["serin", "flags", "show", ""], []), (["serin", "check", "--as-of", ""], []),
      // The same name is a switch here and takes a value there.
      (["serin", "flags", "list", "--archived", "--js"], ["--json"]),
      (["serin", "generate", "--archived", ""], ["omit", "error"]),
    ] as [([String], [String])])
  func `bash offers what may follow`(words: [String], offered: [String]) async throws {
    #expect(try await Self.complete(words) == offered)
  }

  @Test(.enabled(if: Shell.bash.path != nil))
  func `bash offers files where files are read`() async throws {
    let files = ["flags one.json", "flags.json", "other"]
    #expect(
      try await Self.complete(["serin", "check", "--flags", "fl"], files: files).sorted()
        == ["flags one.json", "flags.json"])
    #expect(try await Self.complete(["serin", "generate", "oth"], files: files) == ["other"])
  }

  @Test(
    .enabled(if: Shell.bash.path != nil),
    arguments: registry.commands.map { $0.description.path })
  func `bash offers every option of every command`(path: [String]) async throws {
    let description = try #require(Self.registry.commands.first { $0.description.path == path }).description
    let offered = try await Self.complete(["serin"] + path + ["-"])
    #expect(Set(offered) == Set(description.allOptions.map(\.dashed)))
  }

  @Test func `every script names every command and option`() async throws {
    for shell in ["bash", "zsh", "fish"] {
      let script = try await SerinCommandTests.run(["completions", shell]).output
      for description in Self.registry.descriptions {
        #expect(script.contains("'\(description.name)'") || script.contains("\"\(description.name)\""), "\(shell)")
        for option in description.allOptions { #expect(script.contains(option.name), "\(shell) \(option.name)") }
      }
    }
  }

  /// Choices are declared beside the code that reads them; each must be one that it takes.
  @Test func `no choice is one that its command refuses`() async throws {
    let lines: [(words: [String], option: OptionSpec)] = [
      (["check", "/nowhere"], CheckCommand.format), (["check", "/nowhere"], CheckCommand.failOn),
    ]
    for line in lines {
      #expect(!line.option.choices.isEmpty)
      for choice in line.option.choices {
        let outcome = try await SerinCommandTests.run(line.words + [line.option.dashed, choice])
        #expect(outcome.messages.contains("cannot read /nowhere"), "\(outcome.messages)")
      }
    }
  }

  @Test func `another shell is refused`() async throws {
    let outcome = try await SerinCommandTests.run(["completions", "tcsh"])
    #expect(outcome.code == 64)
    #expect(outcome.messages == "serin: \"tcsh\" is not a shell that there are completions for: bash, zsh, fish\n")
  }
}
