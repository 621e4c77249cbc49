/// Writes the manual page of the program in roff, with the macros of man(7).
///
/// It names no date: the same program prints the same page.
struct ManualPage {
  private(set) var text = ""

  /// Writes the page.
  init(_ registry: CommandRegistry, version: String) {
    add(".TH SERIN 1 \"\" \"Serin \(version)\" \"Serin\"")
    section("NAME")
    addText("serin \\- feature flags, canary releases and experiments", isRaw: true)
    section("SYNOPSIS")
    add(".B serin")
    add(".I COMMAND")
    addText("[options]")
    section("COMMANDS")
    for command in registry.commands { add(command: command.description) }
    section("SHARED OPTIONS")
    addText("Most commands take these; \"serin help COMMAND\" says which.")
    add(options: OptionSpec.global)
    section("EXIT STATUS")
    for (code, meaning) in ExitCode.documented { addTerm(".B \(code.rawValue)", meaning) }
    section("ENVIRONMENT")
    for option in Self.optionsWithVariables(registry) {
      addTerm(".B " + Self.escaped(option.variable ?? ""), "Stands for \(option.dashed). \(option.help)")
    }
    addTerm(".B NO_COLOR", "When set and not empty, words are not marked up with colors on a terminal.")
  }

  private mutating func add(command: CommandDescription) {
    add(".SS \"serin \(Self.escaped(command.name))\"")
    add(".nf")
    addText(command.usage)
    add(".fi")
    for paragraph in [command.summary] + command.discussion {
      add(".PP")
      addText(paragraph)
    }
    for positional in command.positionals { addTerm(".I " + Self.escaped(positional.usage), positional.help) }
    add(options: command.options)
    for example in command.examples {
      add(".PP")
      addText(example.meaning)
      add(".PP\n.nf\n.RS 4")
      addText(example.line)
      add(".RE\n.fi")
    }
  }

  private mutating func add(options: [OptionSpec]) {
    for option in options {
      var term = ".B " + Self.escaped(option.dashed)
      if let placeholder = option.placeholder {
        term = ".BI \"\(Self.escaped(option.dashed)) \" \"\(Self.escaped(placeholder))\""
      }
      var notes: [String] = []
      if let variable = option.variable { notes.append("Variable: \(variable).") }
      if let fallback = option.fallback { notes.append("Default: \(fallback).") }
      addTerm(term, ([option.help] + notes).joined(separator: " "))
    }
  }

  /// Every option with a variable, once for each variable, by the variables' names.
  private static func optionsWithVariables(_ registry: CommandRegistry) -> [OptionSpec] {
    var found: [String: OptionSpec] = [:]
    for option in registry.commands.flatMap({ $0.description.allOptions }) {
      if let variable = option.variable, found[variable] == nil { found[variable] = option }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func section(_ name: String) { add(".SH \(name)") }

  private mutating func addTerm(_ term: String, _ meaning: String) {
    add(".TP\n" + term)
    addText(meaning)
  }

  private mutating func addText(_ line: String, isRaw: Bool = false) { add(isRaw ? line : Self.escaped(line)) }

  private mutating func add(_ line: String) { text += line + "\n" }

  /// The text as roff shows it: hyphens that can be copied, and no line that begins as a request.
  private static func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result
  }
}
