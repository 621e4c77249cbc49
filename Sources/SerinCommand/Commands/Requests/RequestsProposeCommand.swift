import SerinFlags

/// `serin requests propose`: a change that others have to approve.
enum RequestsProposeCommand: Command {
  private static let title = OptionSpec.value("title", "TEXT", isRequired: true, help: "What it is called.")
  private static let about = OptionSpec.value("description", "TEXT", help: "Why it shall be done.")

  static let description = CommandDescription(
    "requests propose", summary: "Propose a change that others have to approve.",
    discussion: ["Nothing of it is written before it is approved and applied. It takes an editor or a releaser."],
    positionals: PlannedChange.positionals,
    options: [title, about] + PlannedChange.options + [PlannedChange.reuseReason], sharedOptions: .environmentTarget,
    examples: [
      (
        "serin requests propose replaceFlag new_checkout --set default=on --title \"On for everybody\"",
        "Proposes it for production."
      ),
      (
        "serin requests propose promoteFlags new_checkout --from staging --title \"Release 5.2\"",
        "Proposes to take a flag over."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let change = try PlannedChange(call)
    try change.checkReason(call)
    var body: JSONObject = ["change": .object(change.json)]
    body["title"] = .string(call.arguments[title] ?? "")
    if let text = call.arguments[about] { body["description"] = .string(text) }
    let server = try call.controlServer()
    let request = try await server.post(call.environmentPath(on: server) + ["change-requests"], body)
    try server.check(request, has: "state", equalTo: "open")
    let id = request["id"].map(FlagText.plain) ?? "?"
    let code = try call.show(request, as: "\(id) is proposed for \(call.environmentKey).")
    try call.remarkNextStep(of: request)
    return code
  }
}
