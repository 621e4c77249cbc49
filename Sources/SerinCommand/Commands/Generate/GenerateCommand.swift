import SerinCodegen
import SerinFiles
import SerinFlags

/// `serin generate`: the flags of a document as Swift source, for a file that is kept with the app's code.
enum GenerateCommand: Command {
  private static func spec(_ option: GenerateOption) -> OptionSpec {
    option.placeholder.map { .value(option.rawValue, $0, choices: option.choices, help: option.help) }
      ?? .flag(option.rawValue, help: option.help)
  }

  static let description = CommandDescription(
    "generate", summary: "Declare the flags of a document in Swift source.",
    discussion: [
      """
      Each flag becomes a static member of FlagKey, so a misspelt flag does not compile. An expired one is deprecated: \
      the compiler warns at each use, with the owner and the day. Properties and variations of a flag are in a type of \
      its name.
      """,
      """
      The same document, options and day give the same bytes. The build plugin GenerateFlags writes the same. A file \
      that was not generated is left alone, unless --replace is given. The exit code is 65 for a document or configuration \
      that is not valid, and 73 when the file cannot be written or is left alone.
      """,
    ],
    positionals: [PositionalSpec("FILE", help: "A ruleset document, archived flags included; - is standard input.")],
    options: GenerateOption.allCases.map(spec),
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
    let choices = try choices(of: call)
    let options = choices.options(over: try configuration(choices.configuration, call))
    let name = call.arguments.positional(0) ?? ""
    try checkOutput(choices, reading: name)
    let json = try call.document(in: name)
    let document: FlagsDocument
    do {
      document = try FlagsDocument(json: json)
    } catch {
      throw .refused("\(name) is not a valid ruleset document", issues: error.issues.map(CommandFailure.Issue.init))
    }
    let source = FlagsGenerator.source(of: document, options: options, asOf: choices.day ?? CalendarDay(.now))
    for warning in source.warnings { try call.console.remark("warning: \(warning)") }
    guard let file = choices.output else {
      try call.console.print(String(source.text.dropLast()))
      return .done
    }
    try call.console.remark(try write(source, to: file) ? "wrote \(file)" : "\(file) is as it should be")
    return .done
  }

  /// Refuses to put source in the place of something else.
  private static func checkOutput(_ choices: GenerateChoices, reading document: String) throws(CommandFailure) {
    guard let file = choices.output, FilePath.isRegularFile(file) else { return }
    let content: [UInt8]
    do {
      content = try WholeFile.read(file, limit: CommandCall.documentLimit)
    } catch {
      throw .cannotWrite(error.description)
    }
    let isRead = [document, choices.configuration ?? "-"].contains { $0 != "-" && FilePath.areSameFile($0, file) }
    guard let refusal = OutputRefusal(of: file, holding: content, isRead: isRead, choices: choices) else { return }
    throw refusal.isUsage ? .usage(refusal.message) : .cannotWrite(refusal.message)
  }

  /// Writes the file; gives whether it was another one before.
  private static func write(_ source: GeneratedSource, to file: String) throws(CommandFailure) -> Bool {
    do {
      return try WholeFile.write(source.bytes, to: file)
    } catch {
      throw .cannotWrite(error.description)
    }
  }

  private static func choices(of call: CommandCall) throws(CommandFailure) -> GenerateChoices {
    do {
      return try GenerateChoices { call.arguments[spec($0)] }
    } catch {
      throw .usage(error.message)
    }
  }

  /// What a file with options says; the usual options without one.
  private static func configuration(_ file: String?, _ call: CommandCall) throws(CommandFailure) -> GeneratorOptions {
    guard let file else { return GeneratorOptions() }
    let json = try call.document(in: file)
    do {
      return try GeneratorOptions(configuration: json)
    } catch {
      throw .refused("\(file) is no configuration", issues: error.issues.map(CommandFailure.Issue.init))
    }
  }
}
