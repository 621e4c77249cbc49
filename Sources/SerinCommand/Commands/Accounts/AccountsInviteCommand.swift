import SerinFlags

/// `serin accounts invite`: a link that makes an account.
enum AccountsInviteCommand: Command {
  private static let root = OptionSpec.flag("root", help: "Make them an administrator of the instance.")

  static let description = CommandDescription(
    "accounts invite", summary: "Make a link with which somebody makes an account.",
    discussion: [
      """
      The secret of the link is printed alone on standard output; it is shown this once, works once, and whoever has it \
      can make the account. Invite somebody to a project with "serin members invite".
      """
    ],
    positionals: [PositionalSpec("EMAIL", help: "The address that they will sign in with.")],
    options: [root, .expiresIn, .reason], sharedOptions: .connection,
    examples: [("serin accounts invite ann@example.com --root", "Invites another administrator of the instance.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let email = call.arguments.positional(0) ?? ""
    var body = call.reasonBody
    body["email"] = .string(email)
    body["expiresIn"] = try call.seconds(.expiresIn, hours: 1...720)
    if call.arguments.isGiven(root) { body["root"] = true }
    let server = try call.controlServer()
    let answer = try await server.post(["invitations"], body)
    return try call.show(
      secret: "secret", of: answer, from: server,
      remark: "made a link for \(email). It is not shown again: send it on a way that only they read.")
  }
}
