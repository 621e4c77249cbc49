import SerinCodegen

/// What the command line of `serin-codegen` asks for.
struct ToolArguments {
  /// The ruleset document.
  let input: String
  /// What the options say.
  let choices: GenerateChoices

  /// What is wrong with a command line.
  struct UsageError: Error {
    let message: String
  }

  static let help = """
    Usage: serin-codegen FILE [options]

    Declares the flags of a ruleset document in Swift source.

    \(options)

    Exit codes: 0 done, 5 a file is not there, 64 wrong command line, 65 the document or the configuration is not valid,
    73 the source cannot be written, or would replace what was not generated, 1 anything else.
    """

  /// The options with what they are for, each behind the longest of them.
  private static var options: String {
    let lines =
      GenerateOption.allCases.map { ($0.synopsis, $0.help) } + [
        ("--help", "Show this help (also -h).")
      ]
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { option, help in
      "  " + option + String(repeating: " ", count: width - option.count + 2) + help
    }.joined(separator: "\n")
  }

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
      guard let option = GenerateOption.allCases.first(where: { $0.dashed == name }) else {
        throw UsageError(message: "unknown option \"\(name)\"")
      }
      guard given[name] == nil else { throw UsageError(message: "\(name) is given twice") }
      let inline = equals.map { String(word[word.index(after: $0)...]) }
      given[name] = try Self.value(of: option, inline, from: &rest)
    }
    guard let input else { throw UsageError(message: "FILE is missing") }
    self.input = input
    do throws(GenerateChoices.ValueError) {
      choices = try GenerateChoices { given[$0.dashed] }
    } catch {
      throw UsageError(message: error.message)
    }
  }

  /// The value of an option: what stands behind its equals sign, else the next word; an empty text for a switch.
  ///
  /// A next word with two dashes is no value, so that a forgotten one does not take the option behind it.
  private static func value(
    of option: GenerateOption, _ inline: String?, from rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard option.placeholder != nil else {
      guard inline == nil else { throw UsageError(message: "\(option.dashed) takes no value") }
      return ""
    }
    if let inline { return inline }
    guard let next = rest.first else { throw UsageError(message: "\(option.dashed) needs a value") }
    guard !next.hasPrefix("--") else {
      throw UsageError(
        message: "\(option.dashed) needs a value; if \"\(next)\" is meant, write \(option.dashed)=\(next)")
    }
    rest.removeFirst()
    return next
  }
}
