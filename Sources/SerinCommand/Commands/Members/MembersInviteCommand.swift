import SerinFlags

/// `serin members invite`: a link with which somebody joins a project.
enum MembersInviteCommand: Command {
  static let description = CommandDescription(
    "members invite", summary: "Make a link with which somebody joins a project.",
    discussion: [
      """
      The secret of the link is printed alone on standard output; it is shown this once, works once, and whoever has it \
      can make the account. Somebody who has an account joins with its password.
      """
    ],
    positionals: [PositionalSpec("EMAIL", help: "The address that they will sign in with.")],
    options: [.role, .release, .expiresIn, .reason], sharedOptions: .projectTarget,
    examples: [("serin members invite bob@example.com --role viewer", "Invites somebody who may look.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let email = call.arguments.positional(0) ?? ""
    var body = call.reasonBody
    body["email"] = .string(email)
    body["expiresIn"] = try call.seconds(.expiresIn, hours: 1...720)
    if let role = call.arguments[.role] { body["role"] = .string(role) }
    if let releases = call.list(.release) { body["releases"] = releases }
    guard body["role"] != nil || body["releases"] != nil else {
      throw .usage("give --role, --release or both")
    }
    let server = try call.controlServer()
    let answer = try await server.post(call.projectPath(on: server) + ["invitations"], body)
    return try call.show(
      secret: "secret", of: answer, from: server,
      remark: "made a link for \(email). It is not shown again: send it on a way that only they read.")
  }
}
