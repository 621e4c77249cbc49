import SerinFlags

/// `serin requests apply`: an approved change made, now or at an instant.
enum RequestsApplyCommand: Command {
  static let description = CommandDescription(
    "requests apply", summary: "Apply an approved change request, now or at an instant.",
    discussion: [
      """
      What is written is exactly what was approved. When anything has changed that it started from, the exit code is 2 and \
      nothing is written.
      """
    ],
    positionals: [.requestID], options: InstantOptions.all + [.reason], sharedOptions: .environmentTarget,
    examples: [
      ("serin requests apply cr_k3b5x7q2m4n6p8r2", "Applies it now."),
      (
        "serin requests apply cr_k3b5x7q2m4n6p8r2 --wall-time 2027-01-15T09:00 --zone Europe/Berlin",
        "Plans it; \"serin schedules\" shows, moves and cancels it."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let isLater = InstantOptions.areGiven(call.arguments)
    var body = isLater ? try InstantOptions.members(call.arguments) : [:]
    body["reason"] = call.reasonBody["reason"]
    let server = try call.controlServer()
    let request = try await server.post(call.requestPath(on: server) + ["apply"], body)
    if isLater {
      guard let schedule = request["schedule"]?.stringValue else {
        throw server.isNoSerinServer("its answer names no schedule")
      }
      return try call.show(request, as: "\(call.requestID) will be applied by the schedule \(schedule).")
    }
    try server.check(request, has: "state", equalTo: "applied")
    return try call.show(request, as: "\(call.requestID) is applied to \(call.environmentKey).")
  }
}
