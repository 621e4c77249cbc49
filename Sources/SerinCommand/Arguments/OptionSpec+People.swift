import SerinFlags

// The options that commands about people and tokens have in common.
extension OptionSpec {
  /// Does what would leave nobody to administer something.
  static let force = OptionSpec.flag("force", help: "Do it although nobody would be left to administer it.")

  /// How long a link is good.
  static let expiresIn = OptionSpec.value(
    "expires-in", "HOURS", fallback: "168", help: "How long the link is good, 1 to 720.")

  /// A role in a project.
  static let role = OptionSpec.value(
    "role", "ROLE", choices: ["viewer", "editor", "admin"], help: "viewer, editor or admin of the project.")

  /// An environment that somebody releases.
  static let release = OptionSpec.value(
    "release", "ENVIRONMENT", repeats: true, help: "Environment that they release; may be given more than once.")

  /// What a token is narrowed to.
  static let scope = OptionSpec.value(
    "scope", "SCOPE", repeats: true, choices: ["read", "edit", "release", "admin"],
    help: "What the token may do: read, edit, release or admin; may be given more than once (default: all).")

  /// From when on a token is refused.
  static let expires = OptionSpec.value(
    "expires", "INSTANT", help: "From when on it is refused, such as 2027-06-01T00:00:00Z (default: never).")

  /// How long an old token works beside the new one.
  static let overlap = OptionSpec.value(
    "overlap", "HOURS", fallback: "24", help: "How long the old one goes on working, 0 to 2160.")
}

extension PositionalSpec {
  /// The account that a command is about.
  static let account = PositionalSpec("EMAIL", help: "The account's address, or its id.")

  /// The token that a command is about.
  static let tokenID = PositionalSpec("ID", help: "The token's id, the first column of the list.")
}

extension CommandCall {
  /// The reason, and `force` when it was said.
  var forceBody: JSONObject {
    var body = reasonBody
    if arguments.isGiven(.force) { body["force"] = true }
    return body
  }

  /// A number of hours as seconds.
  func seconds(_ option: OptionSpec, hours range: ClosedRange<Int>) throws(CommandFailure) -> JSONValue {
    let expected = "a whole number of hours from \(range.lowerBound) to \(range.upperBound)"
    let hours = try arguments.converted(option, expected: expected) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
    guard let hours else { throw .usage("\(option.dashed) is missing") }
    return .number(Double(hours) * 3600)
  }

  /// The list that a repeated option gives; nil when it was not given.
  func list(_ option: OptionSpec) -> JSONValue? {
    arguments.isGiven(option) ? .array(arguments.all(option).map(JSONValue.string)) : nil
  }

  /// Prints a secret alone on standard output, with what is to be said about it beside.
  func show(secret name: String, of answer: JSONValue, from server: ServerClient, remark: String)
    throws(CommandFailure) -> ExitCode
  {
    guard let secret = answer[name]?.stringValue else { throw server.isNoSerinServer("the answer has no \(name)") }
    try console.remark(remark)
    return try show(answer, as: secret)
  }
}
