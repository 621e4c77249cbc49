// The options that several commands about flags take.
extension OptionSpec {
  /// Says that it is known that apps asked for a flag lately.
  static let acknowledge = OptionSpec.value(
    "acknowledge", "WHAT", choices: ["recentlyUsed"],
    help: "Go ahead although apps asked for the flag within the last seven days: recentlyUsed.")
}

extension CommandCall {
  /// What `--acknowledge` says, as the parameter of a request.
  var acknowledgement: [(String, String)] {
    arguments[.acknowledge].map { [("acknowledge", $0)] } ?? []
  }
}
