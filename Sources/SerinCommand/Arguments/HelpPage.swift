/// Writes the help of a command, of a group of commands and of the program.
///
/// Lines are at most 80 characters, whatever the terminal, so that a page can be quoted and compared.
struct HelpPage {
  private static let width = 80
  private static let widestTerm = 28

  private(set) var text = ""

  /// The help of one command.
  init(command: CommandDescription) {
    add("Usage: \(command.usage)\n\n")
    addParagraph(command.summary)
    for paragraph in command.discussion {
      add("\n")
      addParagraph(paragraph)
    }
    addList("Arguments", command.positionals.map { ($0.name, $0.help) })
    addList("Options", command.options.map(Self.row))
    addList("Shared options", (command.sharedOptions + [.help]).map(Self.row))
    add("\nExamples:\n")
    for example in command.examples {
      add("  $ " + Self.wrap(example.line, width: Self.width - 8).joined(separator: " \\\n      ") + "\n")
      addParagraph(example.meaning, indent: 6)
    }
  }

  /// The help of a group: its commands.
  init(group: String, registry: CommandRegistry) {
    add("Usage: serin \(group) COMMAND [options]\n\n")
    addParagraph(registry.groups[group] ?? "")
    let members = registry.commands.filter { $0.description.path.first == group }
    addList(
      "Commands", members.map { ($0.description.path.dropFirst().joined(separator: " "), $0.description.summary) })
    add("\nRun \"serin help \(group) COMMAND\" for one of them.\n")
  }

  /// The overview of the program.
  init(overview registry: CommandRegistry) {
    add("Usage: serin COMMAND [options]\n\n")
    addParagraph("Feature flags, canary releases and experiments for teams that ship Swift apps.")
    addList("Commands", registry.commands.map { ($0.description.name, $0.description.summary) })
    addList("Shared options", OptionSpec.global.map(Self.row))
    addList("Exit codes", ExitCode.documented.map { (String($0.code.rawValue), $0.meaning) })
    add("\nRun \"serin help COMMAND\" for one of them.\n")
  }

  private static func row(_ option: OptionSpec) -> (String, String) {
    var notes: [String] = []
    if option.isRequired { notes.append("required") }
    if option.repeats { notes.append("may be repeated") }
    if let variable = option.variable { notes.append(variable) }
    if let fallback = option.fallback { notes.append("default \(fallback)") }
    let note = notes.isEmpty ? "" : " [\(notes.joined(separator: ", "))]"
    return ([option.dashed, option.placeholder].compactMap(\.self).joined(separator: " "), option.help + note)
  }

  private mutating func add(_ piece: String) { text += piece }

  private mutating func addList(_ title: String, _ rows: [(term: String, meaning: String)]) {
    guard !rows.isEmpty else { return }
    add("\n\(title):\n")
    let column = min(rows.map(\.term.count).max() ?? 0, Self.widestTerm) + 4
    for row in rows {
      let lines = Self.wrap(row.meaning, width: Self.width - column)
      var start = "  " + row.term
      if start.count + 2 > column {
        add(start + "\n")
        start = ""
      }
      for line in lines {
        add(start + String(repeating: " ", count: column - start.count) + line + "\n")
        start = ""
      }
    }
  }

  private mutating func addParagraph(_ paragraph: String, indent: Int = 0) {
    for line in Self.wrap(paragraph, width: Self.width - indent) {
      add(String(repeating: " ", count: indent) + line + "\n")
    }
  }

  private static func wrap(_ paragraph: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
