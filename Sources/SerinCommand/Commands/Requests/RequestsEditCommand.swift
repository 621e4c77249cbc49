import SerinFlags

/// `serin requests edit`: a change request that its author changes.
enum RequestsEditCommand: Command {
  private static let operation = PositionalSpec(
    "OPERATION", isRequired: false, choices: PlannedChange.operation.choices,
    help: "What is done instead, with its KEY and options as \"serin requests propose\" takes them.")
  private static let title = OptionSpec.value("title", "TEXT", help: "What it is called from now on.")
  private static let about = OptionSpec.value("description", "TEXT", help: "Why it shall be done.")

  static let description = CommandDescription(
    "requests edit", summary: "Change what a change request of your own proposes, or what it is called.",
    discussion: [
      """
      What is not given stays as it is. Another change is proposed whole, and approvals of the earlier one do not count any \
      more. What somebody else changes at the same time is not overwritten: the exit code is 2 then.
      """
    ],
    positionals: [.requestID, operation, PlannedChange.keys],
    options: [title, about] + PlannedChange.options + [PlannedChange.reuseReason], sharedOptions: .environmentTarget,
    examples: [
      ("serin requests edit cr_k3b5x7q2m4n6p8r2 --title \"On for all\"", "Changes its title; approvals stay."),
      (
        "serin requests edit cr_k3b5x7q2m4n6p8r2 replaceFlag new_checkout --set default=off",
        "Proposes something else; it has to be approved again."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var body: JSONObject = [:]
    if call.arguments.positional(1) != nil {
      let change = try PlannedChange(call, after: 1)
      try change.checkReason(call)
      body["change"] = .object(change.json)
    } else if let stray = (PlannedChange.options + [.reason]).first(where: call.arguments.isGiven) {
      throw .usage("\(stray.dashed) belongs to an OPERATION, and none is given", helpFor: description.path)
    }
    if let text = call.arguments[title] { body["title"] = .string(text) }
    if let text = call.arguments[about] { body["description"] = .string(text) }
    guard !body.isEmpty else {
      throw .usage("nothing to change: give an OPERATION, --title or --description", helpFor: description.path)
    }
    let server = try call.controlServer()
    let (before, request) = try await server.edit(call.requestPath(on: server), body)
    try server.check(request, has: "id", equalTo: .string(call.requestID))
    let code = try call.show(request, as: sentence(before, request, call.requestID))
    try call.remarkNextStep(of: request)
    return code
  }

  private static func sentence(_ before: JSONValue, _ request: JSONValue, _ id: String) -> String {
    if before["etag"] == request["etag"] { return "\(id) is as it was." }
    return before["contentHash"] == request["contentHash"]
      ? "\(id) is changed; what it would write is the same, so approvals stay."
      : "\(id) is changed; approvals of its earlier content do not count any more."
  }
}
