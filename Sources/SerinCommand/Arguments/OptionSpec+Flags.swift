// The options that several commands about flags take.
extension OptionSpec {
  /// Says that it is known that apps asked for a flag lately.
  static let acknowledge = OptionSpec.value(
    "acknowledge", "WHAT", choices: ["recentlyUsed"],
    help: "Go ahead although apps asked for the flag within the last seven days: recentlyUsed.")
}

extension CommandCall {
  /// What `--acknowledge` says, as the parameter of a request.
  /// - Throws: when it is nothing that can be acknowledged.
  var acknowledgement: [(String, String)] {
    get throws(CommandFailure) { try acknowledged.map { [("acknowledge", $0)] } ?? [] }
  }

  /// What `--acknowledge` says.
  /// - Throws: when it is nothing that can be acknowledged.
  var acknowledged: String? {
    get throws(CommandFailure) {
      let choices = OptionSpec.acknowledge.choices
      return try arguments.converted(.acknowledge, expected: "one of: \(choices.joined(separator: ", "))") {
        choices.contains($0) ? $0 : nil
      }
    }
  }
}
