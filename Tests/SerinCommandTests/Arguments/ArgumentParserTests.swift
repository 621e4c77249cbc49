import Testing

@testable import SerinCommand

@Suite struct ArgumentParserTests {
  /// A command with one of everything.
  private enum Sample: Command {
    static let text = OptionSpec.value("text", "TEXT", variable: "SAMPLE_TEXT", fallback: "start", help: "A text.")
    static let many = OptionSpec.value("many", "WORD", repeats: true, help: "Words.")
    static let fast = OptionSpec.flag("fast", help: "A switch.")
    static let description = CommandDescription(
      "sample run", summary: "Run.",
      positionals: [PositionalSpec("FIRST", help: "One."), PositionalSpec("SECOND", isRequired: false, help: "Two.")],
      options: [text, many, fast], sharedOptions: [.json], examples: [("serin sample run x", "Runs.")])

    static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode { .done }
  }

  private let registry = CommandRegistry(commands: [Sample.self], groups: ["sample": "Samples."])

  private func parse(_ line: String, environment: [String: String] = [:]) throws -> ParsedArguments {
    let words = line.split(separator: " ").map(String.init)
    switch try ArgumentParser.parse(words, registry: registry, environment: environment) {
    case .command(_, let arguments): return arguments
    case .help(let path): throw CommandFailure.usage("help was asked for: \(path)")
    }
  }

  @Test(arguments: [
    ("sample run a --text x", "x"), ("sample run a --text=x", "x"), ("sample run --text x a", "x"),
    ("sample run a --text=", ""), ("sample run a --text=x=y", "x=y"), ("sample run a --text -", "-"),
    ("sample run a --text -5", "-5"), ("sample run a --text=--fast", "--fast"), ("sample run a", "start"),
  ])
  func optionTakesItsValueFromEitherForm(line: String, value: String) throws {
    #expect(try parse(line)[Sample.text] == value)
  }

  @Test func variableStandsInForAnAbsentOption() throws {
    let environment = ["SAMPLE_TEXT": "v"]
    let fromVariable = try parse("sample run a", environment: environment).value(Sample.text)
    #expect(fromVariable == .init(text: "v", origin: .variable("SAMPLE_TEXT")))
    let fromLine = try parse("sample run a --text x", environment: environment).value(Sample.text)
    #expect(fromLine == .init(text: "x", origin: .commandLine))
    let empty = try parse("sample run a", environment: ["SAMPLE_TEXT": ""]).value(Sample.text)
    #expect(empty == .init(text: "start", origin: .fallback))
  }

  @Test func repeatedOptionKeepsItsOrder() throws {
    #expect(try parse("sample run --many b a --many a --many=b").all(Sample.many) == ["b", "a", "b"])
  }

  @Test func switchIsGivenOrNot() throws {
    #expect(try parse("sample run a --fast").isGiven(Sample.fast))
    #expect(try !parse("sample run a").isGiven(Sample.fast))
  }

  @Test(arguments: [
    ("sample run a", ["a"]), ("sample run a b", ["a", "b"]), ("sample run - --fast b", ["-", "b"]),
    ("sample run -- --text -x", ["--text", "-x"]), ("sample run a -- --", ["a", "--"]),
  ])
  func argumentsWithoutANameKeepTheirPlaces(line: String, positionals: [String]) throws {
    #expect(try parse(line).positionals == positionals)
  }

  @Test func sharedOptionMayStandBeforeTheCommand() throws {
    #expect(try parse("--json sample run a").isGiven(.json))
  }

  @Test(arguments: [
    ("sample run", "FIRST is missing: serin sample run FIRST [SECOND] [options]"),
    ("sample run a b c", "unexpected argument \"c\""),
    ("sample run a --text", "--text needs a value: --text TEXT"),
    ("sample run a --text --fast", "--text needs a value; if \"--fast\" is meant, write --text=--fast"),
    ("sample run a --text x --text y", "--text is given twice"),
    ("sample run a --fast=yes", "--fast takes no value"),
    ("sample run a --tetx x", "unknown option \"--tetx\". Did you mean \"--text\"?"),
    ("sample run a --tetx=secret", "unknown option \"--tetx\". Did you mean \"--text\"?"),
    ("sample run a -x", "unknown option \"-x\""),
    ("sample run a -fast", "unknown option \"-fast\". Did you mean \"--fast\"?"),
    ("sample run a --url http://x", "unknown option \"--url\""),
    ("--url http://x sample run a", "\"serin sample run\" does not take --url"),
    ("--text x sample run a", "--text has to stand after the command's name"),
    ("sample rnu", "unknown command \"sample rnu\". Did you mean \"sample run\"?"),
    ("smaple run", "unknown command \"smaple\". Did you mean \"sample\"?"),
    ("run a", "unknown command \"run\". Did you mean \"sample run\"?"),
    ("zzz", "unknown command \"zzz\""),
    ("sample", "\"serin sample\" needs a command: run"),
    ("--json", "\"serin\" needs a command: sample"),
  ])
  func wrongLineIsRefusedWithWhatIsWrong(line: String, message: String) throws {
    let failure = try #require(throws: CommandFailure.self) { try parse(line) }
    #expect(failure.message == message)
    #expect(failure.exit == .usage)
  }

  @Test func aCommandThatIsWrittenAsAnOptionIsNamed() throws {
    let failure = try #require(throws: CommandFailure.self) {
      _ = try ArgumentParser.parse(["--version"], registry: .standard)
    }
    #expect(failure.message == "unknown option \"--version\". Did you mean the command \"version\"?")
    #expect(failure.exit == .usage)
  }

  @Test(arguments: [
    ("", []), ("--help", []), ("-h", []), ("sample --help", ["sample"]), ("sample run -h", ["sample", "run"]),
    ("--help sample run", ["sample", "run"]), ("sample run a b --help", ["sample", "run"]),
  ])
  func helpIsAskedForAnywhere(line: String, path: [String]) throws {
    let words = line.split(separator: " ").map(String.init)
    guard case .help(let found) = try ArgumentParser.parse(words, registry: registry) else {
      Issue.record("no help for \(line)")
      return
    }
    #expect(found == path)
  }

  @Test func badValueIsNamedWithWhereItCameFrom() throws {
    let arguments = try parse("sample run a", environment: ["SAMPLE_TEXT": "ten"])
    let failure = try #require(throws: CommandFailure.self) {
      try arguments.converted(Sample.text, expected: "a number", by: Int.init)
    }
    #expect(failure.message == "SAMPLE_TEXT: \"ten\" is not a number")
    let given = try parse("sample run a --text ten")
    let other = try #require(throws: CommandFailure.self) {
      try given.converted(Sample.text, expected: "a number", by: Int.init)
    }
    #expect(other.message == "--text: \"ten\" is not a number")
  }
}
