import SerinFlags

/// Asks a server for one flag's answer.
struct RemoteEvaluation {
  let key: String
  let call: CommandCall

  /// Asks and prints.
  func run() async throws(CommandFailure) -> ExitCode {
    let body = try ["context": call.contextJSON()] as JSONObject
    let instant = try EvaluateCommand.instant(call)
    let server = try call.server()
    let explains = call.arguments.isGiven(EvaluateCommand.explain)
    if server.token.kind == .admin {
      let answer = try await askControl(server, body, at: instant, explains: explains)
      return try show(answer["evaluation"] ?? .null, explanation: explains ? answer["explanation"] : nil)
    }
    try call.checkKeyMayAsk(server, at: instant, explains: explains)
    return try await show(server.evaluate(key, body), explanation: nil)
  }

  private func askControl(
    _ server: ServerClient, _ body: JSONObject, at instant: Timestamp?, explains: Bool
  ) async throws(CommandFailure) -> JSONValue {
    var body = body
    body["explain"] = .bool(explains)
    if let instant { body["at"] = .string(instant.description) }
    return try await server.post(call.environmentPath(on: server) + ["flags", key, "evaluate"], body)
  }

  private func show(_ evaluation: JSONValue, explanation: JSONValue?) throws(CommandFailure) -> ExitCode {
    guard evaluation["key"] != nil else {
      throw .unreachable("the server does not answer like a Serin server: its answer has no flag in it")
    }
    return try call.show(evaluation: evaluation, explanation: explanation)
  }
}
