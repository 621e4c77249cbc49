import Testing

@testable import SerinCommand

/// The scripts in the shells themselves, as far as they are installed.
@Suite(.timeLimit(.minutes(2))) struct ShellTests {
  /// Every script, and files with names that shells take apart or for patterns.
  private static func folder() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["flags.json", "flags one.json", "*", "files/one.json", "files/two one.json", "files/*", "files/o[n]e"]
    {
      try folder.write("", to: name)
    }
    for shell in Shell.allCases {
      try folder.write(try await run(["completions", shell.rawValue]).output, to: "serin.\(shell.rawValue)")
    }
    return folder
  }

  private static let lines: [(line: String, offered: [String])] = [
    ("serin ver", ["version"]), ("serin flags un", ["unarchive", "undelete", "unkill"]),
    ("serin help references p", ["push"]),
    ("serin check --form", ["--format"]), ("serin flags list --archived --js", ["--json"]),
    ("serin --project flags keys rev", ["revoke"]), ("serin --url http://x flags sh", ["show"]),
    // The values of options, and of an argument.
    ("serin check --format ", ["github", "json", "junit", "text"]), ("serin check --format=j", ["json", "junit"]),
    ("serin check --fail-on error --format t", ["text"]), ("serin generate --archived ", ["error", "omit"]),
    ("serin keys create --kind s", ["server"]), ("serin completions z", ["zsh"]),
    // Nothing is known of these; nor is anything more taken there.
    ("serin draw --url ", []), ("serin check --as-of ", []), ("serin flags show ", []), ("serin completions zsh ", []),
    ("serin help check ", []),
    ("serin check --flags fl", ["flags one.json", "flags.json"]),
  ]

  @Test(arguments: Shell.installed)
  func `a shell offers what may follow, and nothing else`(shell: Shell) async throws {
    let folder = try await Self.folder()
    let offered = try shell.offers(for: Self.lines.map(\.line), in: folder)
    #expect(offered.count == Self.lines.count)
    for (line, offered) in zip(Self.lines, offered) { #expect(offered == line.offered, "\(line.line)") }
  }

  /// An asterisk would become the names of all files if what is offered were taken for patterns.
  @Test(.enabled(if: Shell.bash.path != nil))
  func `bash offers files by their names, whatever stands in them`() async throws {
    let folder = try await Self.folder()
    let lines = ["serin generate files/*", "serin generate files/", "serin generate files/o[", "serin generate *"]
    #expect(
      try Shell.bash.offers(for: lines, in: folder)
        == [
          ["files/*"], ["files/*", "files/o[n]e", "files/one.json", "files/two one.json"], ["files/o[n]e"], ["*"],
        ])
  }
}
