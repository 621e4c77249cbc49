/// What a command says about itself: how it is called, what it takes and what it is for.
///
/// The parser and the help are both made from this, so that they cannot tell different stories.
struct CommandDescription: Sendable {
  /// A command line that shows the command at work, with what it does.
  struct Example: Sendable {
    var line: String
    var meaning: String
  }

  /// The words that call it, such as `["flags", "show"]`.
  let path: [String]
  /// What it does, in one short sentence.
  let summary: String
  /// More about it, a paragraph an element.
  let discussion: [String]
  /// The arguments without a name, in order.
  let positionals: [PositionalSpec]
  /// Its own options.
  let options: [OptionSpec]
  /// The options that it shares with other commands.
  let sharedOptions: [OptionSpec]
  /// At least one command line.
  let examples: [Example]

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - path: the words that call it, separated by one space.
  ///   - examples: pairs of a command line and what it does.
  init(
    _ path: String, summary: String, discussion: [String] = [], positionals: [PositionalSpec] = [],
    options: [OptionSpec] = [], sharedOptions: [OptionSpec] = [], examples: [(String, String)]
  ) {
    self.path = path.split(separator: " ").map(String.init)
    self.summary = summary
    self.discussion = discussion
    self.positionals = positionals
    self.options = options
    self.sharedOptions = sharedOptions
    self.examples = examples.map { Example(line: $0.0, meaning: $0.1) }
  }

  /// The words that call it, separated by spaces.
  var name: String { path.joined(separator: " ") }

  /// Every option that it takes, `--help` included.
  var allOptions: [OptionSpec] { options + sharedOptions + [.help] }

  /// The first line of the help: the words, the arguments and the options that must be there.
  var usage: String {
    let required = options.filter(\.isRequired).map { "\($0.dashed) \($0.placeholder ?? "")" }
    return (["serin", name] + positionals.map(\.usage) + required + ["[options]"]).joined(separator: " ")
  }
}
