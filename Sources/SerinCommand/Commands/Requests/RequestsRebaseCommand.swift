import SerinFlags

/// `serin requests rebase`: a change request that starts from what is there now.
enum RequestsRebaseCommand: Command {
  static let description = CommandDescription(
    "requests rebase", summary: "Let a change request of your own start from what is there now.",
    discussion: [
      """
      When something that a request started from has changed, it can be neither approved nor applied. Rebased, it makes the \
      same change to what is there now, and has to be approved again where that writes something else.
      """
    ],
    positionals: [.requestID], sharedOptions: .environmentTarget,
    examples: [("serin requests rebase cr_k3b5x7q2m4n6p8r2", "Makes a stale request one that can be approved.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let path = try await call.requestPath(on: server)
    let before = try await server.get(path)
    let request = try await server.post(path + ["rebase"], [:])
    try server.check(request, has: "id", equalTo: .string(call.requestID))
    let isSame = before["etag"] == request["etag"]
    let code = try call.show(
      request,
      as: isSame
        ? "\(call.requestID) starts from what is there already."
        : "\(call.requestID) starts from what is there now; approvals of its earlier content do not count any more.")
    try call.remarkNextStep(of: request)
    return code
  }
}
