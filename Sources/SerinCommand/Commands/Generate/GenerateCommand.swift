import SerinCodegen
import SerinFiles
import SerinFlags

/// `serin generate`: the flags of a document as Swift source, for a file that is kept with the app's code.
enum GenerateCommand: Command {
  private static let output = OptionSpec.value(
    "output", "FILE", help: "Where the source goes, written only when it changes; left out: standard output.")
  private static let access = OptionSpec.value(
    "access", "LEVEL", choices: GeneratorOptions.AccessLevel.allCases.map(\.rawValue),
    help: "Who may use the declarations: \(levels). Without it internal.")
  private static let archived = OptionSpec.value(
    "archived", "CHOICE", choices: ["omit", "error"],
    help: "Archived flags: omit, they are not declared, or error, a use is a compiler error. Without it omit.")
  private static let day = OptionSpec.value(
    "as-of", "DAY", help: "The day, as 2027-03-01, on which flags count as expired or not; left out: today, in UTC.")
  private static let configuration = OptionSpec.value(
    "configuration", "FILE", help: "JSON with \"access\" and \"archived\"; options of the command line go before it.")

  private static let levels = names(of: GeneratorOptions.AccessLevel.self)

  static let description = CommandDescription(
    "generate", summary: "Declare the flags of a document in Swift source.",
    discussion: [
      """
      Each flag becomes a static member of FlagKey, so a misspelt flag does not compile. An expired one is deprecated: \
      the compiler warns at each use, with the owner and the day. Properties and variations of a flag are in a type of \
      its name.
      """,
      """
      The same document, options and day give the same bytes. The build plugin GenerateFlags writes the same. The exit \
      code is 65 for a document or configuration that is not valid, and 73 when the file cannot be written.
      """,
    ],
    positionals: [PositionalSpec("FILE", help: "A ruleset document, archived flags included; - is standard input.")],
    options: [output, access, archived, day, configuration],
    examples: [
      (
        "serin generate flags.json --output Sources/Shop/GeneratedFlags.swift",
        "Writes the file, unless nothing has changed."
      ),
      (
        "serin generate flags.json --archived error --as-of 2027-03-01",
        "Prints what would be compiled on that day, archived flags as errors."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let options = try options(of: call)
    let day =
      try call.arguments.converted(Self.day, expected: "a day such as 2027-03-01") { CalendarDay($0) }
      ?? CalendarDay(.now)
    let name = call.arguments.positional(0) ?? ""
    let json = try call.document(in: name)
    let document: FlagsDocument
    do {
      document = try FlagsDocument(json: json)
    } catch {
      throw .refused("\(name) is not a valid ruleset document", issues: error.issues.map(CommandFailure.Issue.init))
    }
    let source = FlagsGenerator.source(of: document, options: options, asOf: day)
    for warning in source.warnings { try call.console.remark("warning: \(warning)") }
    guard let file = call.arguments[output] else {
      try call.console.print(String(source.text.dropLast()))
      return .done
    }
    try call.console.remark(try write(source, to: file) ? "wrote \(file)" : "\(file) is as it should be")
    return .done
  }

  /// Writes the file; gives whether it was another one before.
  private static func write(_ source: GeneratedSource, to file: String) throws(CommandFailure) -> Bool {
    do {
      return try WholeFile.write(source.bytes, to: file)
    } catch {
      throw .cannotWrite(error.description)
    }
  }

  private static func options(of call: CommandCall) throws(CommandFailure) -> GeneratorOptions {
    var options = GeneratorOptions()
    if let file = call.arguments[configuration] {
      let json = try call.document(in: file)
      do {
        options = try GeneratorOptions(configuration: json)
      } catch {
        throw .refused("\(file) is no configuration", issues: error.issues.map(CommandFailure.Issue.init))
      }
    }
    if let level = try call.arguments.converted(
      access, expected: "an access level; there are \(levels)", by: GeneratorOptions.AccessLevel.init)
    {
      options.access = level
    }
    if let choice = try call.arguments.converted(
      archived, expected: "omit or error", by: GeneratorOptions.ArchivedFlags.init)
    {
      options.archived = choice
    }
    return options
  }

  private static func names<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
