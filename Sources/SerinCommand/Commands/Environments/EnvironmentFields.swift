import SerinFlags

/// What an environment is like, as the options of `serin environments create` and `update` say it.
enum EnvironmentFields {
  private static let name = OptionSpec.value("name", "TEXT", help: "What people read.")
  private static let position = OptionSpec.value("position", "NUMBER", help: "Its place in lists, from 0 to 1000.")
  private static let protect = OptionSpec.flag(
    "protect", help: "Changes there need the approval of somebody else; a kill never does.")
  private static let unprotect = OptionSpec.flag("unprotect", help: "Changes there need no approval.")
  private static let approvals = OptionSpec.value(
    "approvals", "COUNT", help: "How many approvals a change needs where it is protected.")

  private static let keepContexts = OptionSpec.flag(
    "keep-contexts", help: "Keep a sample of the contexts of evaluations for a day, for previews.")
  private static let dropContexts = OptionSpec.flag(
    "drop-contexts", help: "Keep none, and delete those that are kept.")

  /// The options, in the order of the help.
  static let options = [name, position, protect, unprotect, approvals, keepContexts, dropContexts]

  /// The members of a request that the options ask for.
  ///
  /// - Throws: a usage failure that names an option that is wrong.
  static func body(_ arguments: ParsedArguments) throws(CommandFailure) -> JSONObject {
    for (one, other) in [(protect, unprotect), (keepContexts, dropContexts)] {
      guard !arguments.isGiven(one) || !arguments.isGiven(other) else {
        throw .usage("\(one.dashed) and \(other.dashed) exclude each other")
      }
    }
    var body: JSONObject = [:]
    if let name = arguments[name] { body["name"] = .string(name) }
    if let number = try arguments.wholeNumber(position, in: 0...1000) { body["position"] = .number(Double(number)) }
    if arguments.isGiven(protect) { body["protected"] = true }
    if arguments.isGiven(unprotect) { body["protected"] = false }
    if arguments.isGiven(keepContexts) { body["keepsContexts"] = true }
    if arguments.isGiven(dropContexts) { body["keepsContexts"] = false }
    // How many there may be is the server's to say.
    if let number = try arguments.wholeNumber(approvals, in: 1...1000) {
      body["approvalsNeeded"] = .number(Double(number))
    }
    return body
  }

  /// What an environment is like, in words.
  static func words(of environment: JSONValue) -> String {
    let position = environment["position"].map { "position \(FlagText.plain($0)), " } ?? ""
    return position + protection(of: environment)
  }

  /// Whether changes need approvals, in words.
  static func protection(of environment: JSONValue) -> String {
    guard environment["protected"]?.boolValue == true else { return "not protected" }
    let count = environment["approvalsNeeded"]?.numberValue ?? 1
    return count == 1 ? "protected, 1 approval" : "protected, \(JSONValue.number(count).text()) approvals"
  }
}
