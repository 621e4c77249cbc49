/// Turns the words of a command line into a command and its arguments.
///
/// The grammar: words that name the command, then its arguments, with options anywhere in between. An option is
/// `--name VALUE` or `--name=VALUE`; a switch is `--name`. `--` ends the options. A value that itself begins with two
/// dashes has to be written with `=`, so that a forgotten value is noticed instead of swallowing the next option.
struct ArgumentParser {
  /// What a command line asks for.
  enum Request {
    /// The help of what the words name; an empty list is the overview.
    case help(path: [String])
    /// A command.
    case command(any Command.Type, ParsedArguments)
  }

  private let registry: CommandRegistry
  private var words: ArraySlice<String>
  private var path: [String] = []
  private var command: (any Command.Type)?
  private var arguments: ParsedArguments
  private var givenOptions: [OptionSpec] = []

  private init(registry: CommandRegistry, environment: [String: String], words: [String]) {
    self.registry = registry
    self.words = words[...]
    self.arguments = ParsedArguments(environment: environment)
  }

  /// Parses a command line, the program's own name left out.
  ///
  /// - Throws: a usage failure that names the word that is wrong and, where one is close, the name that was meant.
  static func parse(
    _ words: [String], registry: CommandRegistry, environment: [String: String] = [:]
  ) throws(CommandFailure) -> Request {
    var parser = ArgumentParser(registry: registry, environment: environment, words: words)
    return try parser.run()
  }

  private mutating func run() throws(CommandFailure) -> Request {
    var wantsHelp = false
    while let word = words.popFirst() {
      if word == "--" {
        while let rest = words.popFirst() { try take(word: rest) }
      } else if word == "-h" {
        wantsHelp = true
      } else if word.hasPrefix("-"), word != "-" {
        let option = try take(option: word)
        if option == .help { wantsHelp = true }
      } else {
        try take(word: word)
      }
    }
    if wantsHelp || (path.isEmpty && givenOptions.isEmpty) { return .help(path: path) }
    guard let command else { throw registry.failure(forIncomplete: path) }
    try check(command.description)
    return .command(command, arguments)
  }

  private mutating func take(word: String) throws(CommandFailure) {
    guard let description = command?.description else {
      path.append(word)
      switch registry.lookUp(path) {
      case .command(let found): command = found
      case .group: break
      case nil: throw registry.failure(forUnknown: path)
      }
      return
    }
    let places = description.positionals
    guard arguments.positionals.count < places.count || places.last?.repeats == true else {
      throw .usage("unexpected argument \"\(word)\"", helpFor: description.path)
    }
    arguments.addPositional(word)
  }

  private mutating func take(option word: String) throws(CommandFailure) -> OptionSpec {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    let known = command?.description.allOptions ?? OptionSpec.global
    guard word.hasPrefix("--"), let option = known.first(where: { $0.name == name }) else {
      throw unknownOption(word.prefix { $0 != "=" }.description, name: name, known: known)
    }
    let inline = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
    if arguments.isGiven(option), !option.repeats, option.placeholder != nil {
      throw .usage("\(option.dashed) is given twice", helpFor: path)
    }
    givenOptions.append(option)
    guard let placeholder = option.placeholder else {
      guard inline == nil else { throw .usage("\(option.dashed) takes no value", helpFor: path) }
      arguments.add("", for: option)
      return option
    }
    if let inline {
      arguments.add(inline, for: option)
    } else {
      arguments.add(try nextValue(of: option, placeholder: placeholder), for: option)
    }
    return option
  }

  private mutating func nextValue(of option: OptionSpec, placeholder: String) throws(CommandFailure) -> String {
    guard let next = words.first else {
      throw .usage("\(option.dashed) needs a value: \(option.dashed) \(placeholder)", helpFor: path)
    }
    guard !next.hasPrefix("--") else {
      throw .usage(
        "\(option.dashed) needs a value; if \"\(next)\" is meant, write \(option.dashed)=\(next)", helpFor: path)
    }
    words.removeFirst()
    return next
  }

  private func unknownOption(_ word: String, name: String, known: [OptionSpec]) -> CommandFailure {
    // Before options of that name are looked for: whoever types "serin --version" wants no version of a flag.
    if path.isEmpty, case .command? = registry.lookUp([name]) {
      return .usage("unknown option \"\(word)\". Did you mean the command \"\(name)\"?", helpFor: path)
    }
    if command == nil, registry.commands.contains(where: { $0.description.allOptions.map(\.name).contains(name) }) {
      return .usage("\(word) has to stand after the command's name", helpFor: path)
    }
    let hint = NearestName.hint(for: "--" + name, in: known.map(\.dashed))
    return .usage("unknown option \"\(word)\"\(hint)", helpFor: path)
  }

  /// Checks what can only be known once the whole line is read.
  private func check(_ description: CommandDescription) throws(CommandFailure) {
    let taken = description.allOptions
    if let stray = givenOptions.first(where: { !taken.contains($0) }) {
      throw .usage("\"serin \(description.name)\" does not take \(stray.dashed)", helpFor: path)
    }
    let missing = description.positionals.dropFirst(arguments.positionals.count).first(where: \.isRequired)
    if let missing { throw .usage("\(missing.name) is missing: \(description.usage)", helpFor: path) }
    if let option = description.options.first(where: { $0.isRequired && arguments.value($0) == nil }) {
      throw .usage("\(option.dashed) is missing: \(description.usage)", helpFor: path)
    }
  }
}
