import SerinFlags

/// Describes an answer to a person.
struct EvaluationText {
  private let evaluation: JSONValue

  /// Describes the answer that a server gave for one flag.
  init(_ evaluation: JSONValue) {
    self.evaluation = evaluation
  }

  /// Prints a sentence and a row for each thing that is worth knowing.
  func print(on call: CommandCall) throws(CommandFailure) {
    let key = (evaluation["key"].map(FlagText.plain) ?? "?").printable
    guard let isEnabled = evaluation["isEnabled"]?.boolValue else {
      let reason = (evaluation["reason"].map(FlagText.plain) ?? "unknown").printable
      try call.console.print("\(key) has no answer (\(reason)): apps use the default in their code")
      return
    }
    let style = call.console.style
    try call.console.print("\(style.bold(key)) is \(isEnabled ? style.green("on") : style.red("off"))")
    var table = Table()
    for member in ["variation", "reason", "ruleId"] {
      let cell = Table.Cell.text(evaluation[member])
      if !cell.text.isEmpty { table.add(Table.Cell(member == "ruleId" ? "rule" : member), cell) }
    }
    for assignment in FlagText.assignments(evaluation["properties"]) { table.add("property", Table.Cell(assignment)) }
    try call.print(table, indent: 2)
  }
}
