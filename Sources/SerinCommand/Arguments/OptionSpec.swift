/// What a command says about one of its options: enough to parse it, to find its value elsewhere and to explain it.
///
/// An option without a placeholder is a switch: it takes no value. Options are declared once, as static members, and
/// the same declaration is used to read the value, so a misspelt name cannot compile.
struct OptionSpec: Sendable, Hashable {
  /// The name without its two dashes.
  let name: String
  /// What stands for the value in the help, such as `TEXT`; nil for a switch.
  let placeholder: String?
  /// Whether it may be given more than once.
  let repeats: Bool
  /// Whether the command is refused without it.
  let isRequired: Bool
  /// The environment variable that is read when the option is absent.
  let variable: String?
  /// The value when neither the option nor the variable is there.
  let fallback: String?
  /// The values there are, when they are few; for shells that complete them.
  let choices: [String]
  /// What it is for, in a short sentence.
  let help: String

  /// Declares a switch.
  static func flag(_ name: String, help: String) -> OptionSpec {
    OptionSpec(
      name: name, placeholder: nil, repeats: false, isRequired: false, variable: nil, fallback: nil, choices: [],
      help: help)
  }

  /// Declares an option that takes a value.
  static func value(
    _ name: String, _ placeholder: String, repeats: Bool = false, isRequired: Bool = false, variable: String? = nil,
    fallback: String? = nil, choices: [String] = [], help: String
  ) -> OptionSpec {
    OptionSpec(
      name: name, placeholder: placeholder, repeats: repeats, isRequired: isRequired, variable: variable,
      fallback: fallback, choices: choices, help: help)
  }

  /// The option as it is typed: `--name`.
  var dashed: String { "--" + name }
}

/// What a command says about an argument that is given by its place, without a name.
struct PositionalSpec: Sendable, Hashable {
  /// What stands for it in the help, such as `KEY`.
  let name: String
  /// Whether the command is refused without it.
  let isRequired: Bool
  /// Whether it takes every remaining argument.
  let repeats: Bool
  /// The values there are, when they are few; for shells that complete them.
  let choices: [String]
  /// What it is, in a short sentence.
  let help: String

  /// Declares an argument.
  init(_ name: String, isRequired: Bool = true, repeats: Bool = false, choices: [String] = [], help: String) {
    self.choices = choices
    self.name = name
    self.isRequired = isRequired
    self.repeats = repeats
    self.help = help
  }

  /// The argument in a usage line: `KEY`, `[KEY]` or `[WORD…]`.
  var usage: String {
    let word = repeats ? name + "…" : name
    return isRequired ? word : "[\(word)]"
  }
}
