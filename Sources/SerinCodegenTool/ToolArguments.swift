import SerinCodegen
import SerinFlags

/// What the command line of `serin-codegen` asks for.
struct ToolArguments {
  /// The ruleset document.
  let input: String
  /// The file that is written; nil for standard output.
  private(set) var output: String?
  /// A file with the options; nil for the defaults.
  private(set) var configuration: String?
  /// Overrides the configuration's access level.
  private(set) var access: GeneratorOptions.AccessLevel?
  /// Overrides what the configuration makes of archived flags.
  private(set) var archived: GeneratorOptions.ArchivedFlags?
  /// The day on which flags count as expired or not; nil for today.
  private(set) var day: CalendarDay?

  /// What is wrong with a command line.
  struct UsageError: Error {
    let message: String
  }

  static let help = """
    Usage: serin-codegen FILE [options]

    Declares the flags of a ruleset document in Swift source.

      --output FILE         Where the source goes; left out: standard output. The file is written only when it changes.
      --access LEVEL        internal, package or public. [default internal]
      --archived CHOICE     What becomes of archived flags: omit, they are not declared; error, a use is a compiler error
                            that says so. [default omit]
      --as-of DAY           The day, as 2027-03-01, on which flags count as expired or not. [default today, in UTC]
      --configuration FILE  {"access": "public", "archived": "error"}; the options above go before it.
      --help                Show this help (also -h).

    Exit codes: 0 done, 5 a file is not there, 64 wrong command line, 65 the document or the configuration is not valid,
    73 the source cannot be written, 1 anything else.
    """

  /// Reads the words behind the program's name; nil when they ask for the help.
  init?(_ words: [String]) throws(UsageError) {
    var input: String?
    var given: [String: String] = [:]
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--help" || word == "-h" { return nil }
      guard word.hasPrefix("-") else {
        guard input == nil else { throw UsageError(message: "unexpected argument \"\(word)\"") }
        input = word
        continue
      }
      let equals = word.firstIndex(of: "=")
      let name = String(word[..<(equals ?? word.endIndex)])
      guard Self.names.contains(name) else { throw UsageError(message: "unknown option \"\(name)\"") }
      guard given[name] == nil else { throw UsageError(message: "\(name) is given twice") }
      guard let value = equals.map({ String(word[word.index(after: $0)...]) }) ?? rest.popFirst() else {
        throw UsageError(message: "\(name) needs a value")
      }
      given[name] = value
    }
    guard let input else { throw UsageError(message: "FILE is missing") }
    self.input = input
    output = given["--output"]
    configuration = given["--configuration"]
    access = try Self.value(of: "--access", in: given, allowed: "internal, package, public") { .init(rawValue: $0) }
    archived = try Self.value(of: "--archived", in: given, allowed: "omit, error") { .init(rawValue: $0) }
    day = try Self.value(of: "--as-of", in: given, allowed: "days such as 2027-03-01") { CalendarDay($0) }
  }

  private static let names = ["--output", "--access", "--archived", "--as-of", "--configuration"]

  private static func value<Value>(
    of name: String, in given: [String: String], allowed: String, _ convert: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = given[name] else { return nil }
    guard let value = convert(text) else {
      throw UsageError(message: "\(name): \"\(text)\" is not allowed; allowed are \(allowed)")
    }
    return value
  }
}
