import SerinFlags

/// `serin draw`: the number that decides whether a unit is in a percentage, for Serin's draw and those of other systems.
enum DrawCommand: Command {
  private static let salt = OptionSpec.value(
    "salt", "TEXT", isRequired: true, help: "The rollout's salt; may be empty.")
  private static let unit = OptionSpec.value(
    "unit", "ID", isRequired: true, help: "The id that the percentage is drawn on.")
  private static let algorithm = OptionSpec.value(
    "algorithm", "NAME", fallback: DrawAlgorithm.sha256.rawValue,
    choices: DrawAlgorithm.allCases.map(\.rawValue), help: "The draw: \(names).")
  private static let purpose = OptionSpec.value(
    "purpose", "NAME", fallback: DrawPurpose.rollout.rawValue,
    choices: DrawPurpose.allCases.map(\.rawValue),
    help: "What is drawn for, \(purposes); some draws differ.")
  private static let percent = OptionSpec.value(
    "percent", "P", help: "Says too whether the id is in a rollout of P percent.")
  private static let weights = OptionSpec.value(
    "weights", "W,W,…", help: "Says too which of these weights the id gets; draws for a split.")

  private static let names = DrawAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
  private static let purposes = DrawPurpose.allCases.map(\.rawValue).joined(separator: " or ")

  static let description = CommandDescription(
    "draw", summary: "Print the number that decides whether an id is in a percentage.",
    discussion: [
      """
      The number is from 0 to 99999999. An id is in a rollout of P percent when its number is below P times 1000000, \
      so a rollout of 5 percent holds the ids with numbers below 5000000.
      """,
      "The two texts are taken byte for byte as they are given: nothing is trimmed or folded.",
      """
      With --algorithm the number is that of another system, printed with its range and with where in the range it \
      lies in percent. Each has its own kind of salt: Unleash the group id; LaunchDarkly the flag's key, a dot and the \
      flag's salt, or the seed; Statsig the gate's salt, a dot and the rule's; the others the flag's, setting's, \
      segment's or experiment's key, or the seed where there is one. JSON holds numbers above 2^53 as texts.
      """,
    ],
    options: [salt, unit, algorithm, purpose, percent, weights], sharedOptions: [.json],
    examples: [
      ("serin draw --salt k3J9xw2Q --unit alice", "Prints alice's number under that salt, and nothing else."),
      (
        "serin draw --algorithm unleash --salt new_checkout --unit alice --percent 25",
        "Prints the number that Unleash draws, and whether alice is in its rollout of 25 percent."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let arguments = call.arguments
    let unitText = arguments[unit] ?? ""
    let report = DrawReport(
      algorithm: try arguments.converted(algorithm, expected: "a draw; there are \(names)", by: DrawAlgorithm.init)
        ?? .sha256,
      purpose: try purpose(of: arguments), salt: arguments[salt] ?? "", unit: unitText,
      percent: try arguments.converted(percent, expected: "a number from 0 to 100 with at most six decimals") {
        Double($0).flatMap(Percentage.init)
      },
      weights: try arguments.converted(weights, expected: "positive numbers with commas between", by: numbers))
    guard !unitText.isEmpty || report.hasEmptyUnits else {
      throw .usage("\(unit.dashed): an empty id is no id; it is never drawn")
    }
    if let weights = report.weights, let problem = report.problem(of: weights) {
      throw .usage("\(Self.weights.dashed): the weights \(problem)")
    }
    if call.console.isJSON {
      try call.console.print(json: report.json)
    } else {
      for line in report.lines(isBrief: !arguments.isGiven(algorithm)) { try call.console.print(line) }
    }
    return .done
  }

  /// What is drawn for: weights are those of a split.
  private static func purpose(of arguments: ParsedArguments) throws(CommandFailure) -> DrawPurpose {
    let named = try arguments.converted(purpose, expected: purposes, by: DrawPurpose.init) ?? .rollout
    guard arguments.isGiven(weights) else { return named }
    if arguments.isGiven(percent) { throw .usage("\(percent.dashed) and \(weights.dashed) cannot be given together") }
    guard named == .split || !arguments.isGiven(purpose) else {
      throw .usage("\(weights.dashed): weights belong to a split, not to \(purpose.dashed) \(named.rawValue)")
    }
    return .split
  }

  private static func numbers(_ text: String) -> [Double]? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let positive = numbers.compactMap(\.self).filter { $0 > 0 && $0.isFinite }
    return positive.count == numbers.count ? positive : nil
  }
}
