import SerinFlags

/// `serin draw`: the number that decides whether a unit is in a percentage.
enum DrawCommand: Command {
  private static let salt = OptionSpec.value(
    "salt", "TEXT", isRequired: true, help: "The rollout's salt; may be empty.")
  private static let unit = OptionSpec.value(
    "unit", "ID", isRequired: true, help: "The id that the percentage is drawn on.")

  static let description = CommandDescription(
    "draw", summary: "Print the number that decides whether an id is in a percentage.",
    discussion: [
      """
      The number is from 0 to 99999999. An id is in a rollout of P percent when its number is below P times 1000000, \
      so a rollout of 5 percent holds the ids with numbers below 5000000.
      """,
      "The two texts are taken byte for byte as they are given: nothing is trimmed or folded.",
    ],
    options: [salt, unit], sharedOptions: [.json],
    examples: [("serin draw --salt k3J9xw2Q --unit alice", "Prints alice's number under that salt, and nothing else.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let saltText = call.arguments[salt] ?? ""
    let unitText = call.arguments[unit] ?? ""
    guard !unitText.isEmpty else { throw .usage("\(unit.dashed): an empty id is no id; it is never drawn") }
    let number = Draw.number(salt: saltText, unit: unitText)
    if call.console.isJSON {
      try call.console.print(
        json: ["salt": .string(saltText), "unit": .string(unitText), "number": .number(Double(number))])
    } else {
      try call.console.print(String(number))
    }
    return .done
  }
}
