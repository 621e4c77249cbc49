import SerinFlags

/// `serin requests show`: one change request with its difference.
enum RequestsShowCommand: Command {
  static let description = CommandDescription(
    "requests show", summary: "Show a change request, what it would change, and what people said.",
    positionals: [.requestID], sharedOptions: .environmentTarget,
    examples: [("serin requests show cr_k3b5x7q2m4n6p8r2", "Shows it with the hash that an approval names.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let request = try await server.get(call.requestPath(on: server))
    try server.check(request, has: "id", equalTo: .string(call.requestID))
    guard !call.console.isJSON else {
      try call.console.print(json: request)
      return .done
    }
    try call.print(request: request)
    try call.remarkNextStep(of: request)
    return .done
  }
}
