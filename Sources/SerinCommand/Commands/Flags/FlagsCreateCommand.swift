import SerinFlags

/// `serin flags create`: a new flag, from a document or from options.
enum FlagsCreateCommand: Command {
  static let file = OptionSpec.value("file", "FILE", help: "The flag's document; - is standard input.")
  private static let reuseKey = OptionSpec.flag(
    "reuse-key", help: "Take the key over from an archived or deleted flag; needs --reason.")

  static let description = CommandDescription(
    "flags create", summary: "Create a flag in every environment of a project.",
    discussion: [
      """
      The named environment gets the flag as described; in the others it has no rules yet and is off. Rule ids and \
      salts that a document leaves out are made by the server.
      """,
      """
      Without --file the flag has the variations on and off. It is off for everybody until it has a rule, unless \
      --on-percent adds one.
      """,
    ],
    positionals: [.flagKey], options: [file] + NewFlag.options + [reuseKey, .acknowledge, .reason],
    sharedOptions: .environmentTarget,
    examples: [
      ("serin flags create new_checkout --kind release --owner payments", "Creates a flag that is off."),
      (
        "serin flags create new_checkout --kind release --owner payments --property color:string=blue "
          + "--on-value color=green --on-percent 5",
        "Turns it on, with another colour, for 5 % of the users."
      ),
      ("serin flags create new_checkout --file new_checkout.json", "Creates a flag from its document."),
      (
        "serin flags create promo --kind release --owner web --reuse-key --reason \"no app of then is left\"",
        "Creates another flag with the key of one that is archived or deleted."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var body = call.reasonBody
    body["key"] = .string(call.flagKey)
    body["document"] = try document(call)
    if call.arguments.isGiven(reuseKey) {
      guard body["reason"] != nil else { throw .usage("--reuse-key needs --reason") }
      body["reuseKey"] = true
    }
    let server = try call.controlServer()
    let view = try await server.post(
      call.environmentPath(on: server) + ["flags"], query: try call.acknowledgement, body)
    try server.check(view, has: "key", equalTo: .string(call.flagKey))
    let count = view["document"]?["rules"]?.arrayValue?.count ?? 0
    let rules = count == 1 ? "1 rule" : "\(count) rules"
    return try call.show(view, as: "\(call.flagKey) is created, in \(call.environmentKey) with \(rules).")
  }

  private static func document(_ call: CommandCall) throws(CommandFailure) -> JSONValue {
    guard let name = call.arguments[file] else { return try NewFlag(call.arguments).document }
    if let stray = NewFlag.options.first(where: call.arguments.isGiven) {
      throw .usage("--file cannot be combined with \(stray.dashed): the document says it all")
    }
    return try call.document(in: name)
  }
}
