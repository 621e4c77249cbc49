/// An option of the programs that generate source: `serin-codegen` and `serin generate` take the same ones.
package enum GenerateOption: String, Sendable, CaseIterable {
  /// The file that is written.
  case output
  /// Who may use the declarations.
  case access
  /// What becomes of archived flags.
  case archived
  /// The day on which flags count as expired or not.
  case day = "as-of"
  /// A file with options.
  case configuration
  /// Whether a file is replaced that was not generated; a switch.
  case replace

  /// The option as it is typed: `--name`.
  package var dashed: String { "--" + rawValue }

  /// What stands for its value in a help; nil for a switch, which has none.
  package var placeholder: String? {
    switch self {
    case .output, .configuration: "FILE"
    case .access: "LEVEL"
    case .archived: "CHOICE"
    case .day: "DAY"
    case .replace: nil
    }
  }

  /// The option with its placeholder, as a help shows it.
  package var synopsis: String { [dashed, placeholder].compactMap(\.self).joined(separator: " ") }

  /// The values there are; empty where they are not counted.
  package var choices: [String] {
    switch self {
    case .access: GeneratorOptions.AccessLevel.allCases.map(\.rawValue)
    case .archived: GeneratorOptions.ArchivedFlags.allCases.map(\.rawValue)
    case .output, .day, .configuration, .replace: []
    }
  }

  /// What it is for, in a short sentence.
  package var help: String {
    switch self {
    case .output: "Where the source goes, written only when it changes; left out or -: standard output."
    case .access: "Who may use the declarations: \(choices.joined(separator: ", ")). Without it internal."
    case .archived:
      "Archived flags: omit, they are not declared, or error, a use is a compiler error. Without it omit."
    case .day: "The day, as 2027-03-01, on which flags count as expired or not; left out: today, in UTC."
    case .configuration: "JSON with \"access\" and \"archived\"; options of the command line go before it."
    case .replace: "Replace the file of \(Self.output.dashed) even if it was not generated."
    }
  }

  /// What a value has to be, behind "is not".
  var expected: String {
    switch self {
    case .access, .archived: "one of \(choices.joined(separator: ", "))"
    case .day: "a day such as 2027-03-01"
    case .output, .configuration: "a file"
    case .replace: "a switch"
    }
  }
}
