import SerinFlags

/// `serin requests break-glass`: a change request applied without the approvals that it lacks.
enum RequestsBreakGlassCommand: Command {
  private static let reason = OptionSpec.value(
    "reason", "TEXT", isRequired: true, help: "Why it cannot wait; it is kept in the audit log.")

  static let description = CommandDescription(
    "requests break-glass", summary: "Apply a change request without the approvals that it lacks, in an emergency.",
    discussion: [
      """
      It takes an admin of the project. The difference is shown and you are asked; --yes answers beforehand. The audit log \
      names what was done by an action of its own, such as flag.replace.breakGlass. To switch a flag off, "serin flags \
      kill" needs no approval.
      """
    ],
    positionals: [.requestID], options: [reason, .yes], sharedOptions: .environmentTarget,
    examples: [
      (
        "serin requests break-glass cr_k3b5x7q2m4n6p8r2 --reason \"checkout is down, nobody else is here\"",
        "Shows the difference, asks, and applies it now."
      )
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try call.checkSomebodyAnswers()
    let server = try call.controlServer()
    let path = try await call.requestPath(on: server)
    if !call.arguments.isGiven(.yes) {
      try call.print(request: try await server.get(path))
      guard try call.isConfirmed("apply \(call.requestID) without the approvals that it lacks?") else {
        try call.console.remark("nothing was applied")
        return .done
      }
    }
    let request = try await server.post(path + ["break-glass"], call.reasonBody)
    try server.check(request, has: "state", equalTo: "applied")
    return try call.show(
      request, as: "\(call.requestID) is applied to \(call.environmentKey) without the approvals that it lacked.")
  }
}
