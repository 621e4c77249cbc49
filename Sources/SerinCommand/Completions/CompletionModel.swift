/// What shells complete: the words, options and values of the commands, taken from their descriptions.
struct CompletionModel: Sendable {
  /// What may stand at a place.
  enum Values: Sendable, Hashable {
    /// One of these words.
    case words([String])
    /// A file or folder.
    case files
  }

  /// A command, a group of commands, or the program itself.
  struct Node: Sendable {
    /// The words that lead to it, separated by spaces; empty for the program.
    var path: String
    /// The words that may follow, each with what it is about.
    var words: [(word: String, summary: String)]
    /// The options.
    var options: [OptionSpec]
    /// The arguments without a name.
    var positionals: [PositionalSpec]
  }

  /// The program, then the groups, then the commands.
  let nodes: [Node]

  /// Reads the descriptions.
  init(_ registry: CommandRegistry) {
    let groups = registry.groups.sorted { $0.key < $1.key }
    var top: [(word: String, summary: String)] = []
    for description in registry.descriptions {
      guard let word = description.path.first, !top.contains(where: { $0.word == word }) else { continue }
      top.append((word, registry.groups[word] ?? description.summary))
    }
    let program = Node(path: "", words: top, options: OptionSpec.global, positionals: [])
    let groupNodes = groups.map { name, _ in
      let members = registry.descriptions.filter { $0.path.count > 1 && $0.path.first == name }
      return Node(
        path: name, words: members.map { ($0.path[1], $0.summary) }, options: OptionSpec.global, positionals: [])
    }
    let commands = registry.descriptions.map {
      Node(path: $0.name, words: [], options: $0.allOptions, positionals: $0.positionals)
    }
    nodes = [program] + groupNodes + commands
  }

  /// The places of a node that something is known of: an option's name with its dashes, or the number of an argument.
  ///
  /// An argument that takes the rest of the line is there for the next eight places too.
  static func places(of node: Node) -> [(place: String, values: Values)] {
    var places: [(place: String, values: Values)] = []
    for option in node.options {
      guard let placeholder = option.placeholder else { continue }
      if let values = values(placeholder, option.choices) { places.append((option.dashed, values)) }
    }
    for (index, positional) in node.positionals.enumerated() {
      guard let values = values(positional.name, positional.choices) else { continue }
      for place in index...(positional.repeats ? index + 8 : index) { places.append(("\(place)", values)) }
    }
    return places
  }

  private static func values(_ placeholder: String, _ choices: [String]) -> Values? {
    if !choices.isEmpty { return .words(choices) }
    return ["FILE", "PATH", "DIR"].contains(placeholder) ? .files : nil
  }
}
