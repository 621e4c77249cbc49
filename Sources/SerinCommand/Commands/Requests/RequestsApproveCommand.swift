import SerinFlags

/// `serin requests approve`: yes to a change that somebody else proposed.
enum RequestsApproveCommand: Command {
  static let description = CommandDescription(
    "requests approve", summary: "Approve a change request.",
    discussion: [
      """
      An approval is of the content that was seen. Name it with --hash, as "serin requests show" prints it. Without \
      --hash the difference is shown, and on a terminal you are asked.
      """
    ],
    positionals: [.requestID], options: [.hash, .reason], sharedOptions: .environmentTarget,
    examples: [
      ("serin requests approve cr_k3b5x7q2m4n6p8r2", "Shows the difference, and asks."),
      ("serin requests approve cr_k3b5x7q2m4n6p8r2 --hash 5f70bf18a086", "Approves what was seen before."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let path = try await call.requestPath(on: server)
    var body = call.reasonBody
    if let hash = call.arguments[.hash] {
      body["contentHash"] = .string(hash)
    } else {
      guard call.standardInput.isTerminal, !call.console.isJSON else {
        throw .usage("give --hash: an approval is of the content that was seen", helpFor: description.path)
      }
      let request = try await server.get(path)
      try call.print(request: request)
      guard try call.isConfirmed("approve \(call.requestID)?") else {
        try call.console.remark("nothing was approved")
        return .done
      }
      body["contentHash"] = request["contentHash"]
    }
    let request = try await server.post(path + ["approve"], body)
    try server.check(request, has: "id", equalTo: .string(call.requestID))
    let isEnough = request["state"] == "approved"
    let code = try call.show(
      request, as: "approved \(call.requestID); it " + (isEnough ? "can be applied." : "needs more approvals."))
    if isEnough { try call.remarkNextStep(of: request) }
    return code
  }
}
