import SerinFlags

/// `serin members set`: what somebody is in a project.
enum MembersSetCommand: Command {
  static let description = CommandDescription(
    "members set", summary: "Say what somebody is in a project.",
    discussion: [
      """
      They are exactly that afterwards: a role or an environment that is left out is taken away. Their sessions end, so \
      they sign in anew. Somebody who is no member yet is invited with "serin members invite", whether they have an \
      account or not; only an administrator of the instance adds them directly.
      """
    ],
    positionals: [.account], options: [.role, .release, .force, .reason], sharedOptions: .projectTarget,
    examples: [
      ("serin members set ann@example.com --role editor --release production", "An editor who also releases there.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let account = call.arguments.positional(0) ?? ""
    var body = call.forceBody
    if let role = call.arguments[.role] { body["role"] = .string(role) }
    if let releases = call.list(.release) { body["releases"] = releases }
    guard body["role"] != nil || body["releases"] != nil else {
      throw .usage("give --role, --release or both")
    }
    let server = try call.controlServer()
    let answer = try await server.put(call.projectPath(on: server) + ["members", account], body)
    return try call.show(answer, as: "\(account) is a member.")
  }
}
