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
    get throws(CommandFailure) {
      guard let what = arguments[.acknowledge] else { return [] }
      guard OptionSpec.acknowledge.choices.contains(what) else {
        let choices = OptionSpec.acknowledge.choices.joined(separator: ", ")
        throw .usage("--acknowledge: \"\(what)\" cannot be acknowledged; there is: \(choices)")
      }
      return [("acknowledge", what)]
    }
  }
}
