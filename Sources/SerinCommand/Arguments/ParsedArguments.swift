/// The values that a command line gave, with where each came from.
struct ParsedArguments: Sendable {
  /// Where a value was found.
  enum Origin: Sendable, Hashable {
    case commandLine
    case variable(String)
    case fallback
  }

  /// A value and where it was found.
  struct Value: Sendable, Hashable {
    var text: String
    var origin: Origin
  }

  private var given: [String: [String]] = [:]
  private let environment: [String: String]
  /// The arguments without a name, in order.
  private(set) var positionals: [String] = []

  /// Starts with nothing given.
  ///
  /// - Parameter environment: the process's variables, for the options that fall back on one.
  init(environment: [String: String]) {
    self.environment = environment
  }

  /// Adds what the command line gave for an option; a switch is added with an empty text.
  mutating func add(_ text: String, for option: OptionSpec) {
    given[option.name, default: []].append(text)
  }

  /// Adds an argument without a name.
  mutating func addPositional(_ text: String) {
    positionals.append(text)
  }

  /// Whether the command line itself holds the option.
  func isGiven(_ option: OptionSpec) -> Bool { given[option.name] != nil }

  /// The option's value and its origin: the command line's, else the variable's, else the fallback.
  ///
  /// A variable that is set but empty counts as absent, since a shell cannot easily unset one for a single command.
  func value(_ option: OptionSpec) -> Value? {
    if let text = given[option.name]?.first { return Value(text: text, origin: .commandLine) }
    if let variable = option.variable, let text = environment[variable], !text.isEmpty {
      return Value(text: text, origin: .variable(variable))
    }
    return option.fallback.map { Value(text: $0, origin: .fallback) }
  }

  /// The option's text, or nil.
  subscript(option: OptionSpec) -> String? { value(option)?.text }

  /// Every text that the command line gave for the option, in order.
  func all(_ option: OptionSpec) -> [String] { given[option.name] ?? [] }

  /// The argument at the place that the command declared, or nil.
  func positional(_ index: Int) -> String? {
    positionals.indices.contains(index) ? positionals[index] : nil
  }

  /// The option's value turned into another type.
  ///
  /// - Parameters:
  ///   - option: the option.
  ///   - expected: what the text should have been, for the message: "a number of seconds from 0.1 to 3600".
  ///   - convert: returns nil for a text that is not of that kind.
  /// - Throws: a usage failure that names the option or the variable, the text and what is allowed.
  func converted<T>(
    _ option: OptionSpec, expected: String, by convert: (String) -> T?
  ) throws(CommandFailure) -> T? {
    guard let found = value(option) else { return nil }
    if let result = convert(found.text) { return result }
    var name = option.dashed
    if case .variable(let variable) = found.origin { name = variable }
    throw .usage("\(name): \"\(found.text)\" is not \(expected)")
  }
}
