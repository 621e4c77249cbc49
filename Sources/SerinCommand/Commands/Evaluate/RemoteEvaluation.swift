import SerinFlags

/// Asks a server for one flag's answer.
struct RemoteEvaluation {
  let key: String
  let call: CommandCall

  /// Asks and prints.
  func run() async throws(CommandFailure) -> ExitCode {
    let body = try ["context": context()] as JSONObject
    let server = try call.server()
    let explains = call.arguments.isGiven(EvaluateCommand.explain)
    if server.token.kind == .admin {
      let answer = try await askControl(server, body, explains: explains)
      return try show(answer["evaluation"] ?? .null, explanation: explains ? answer["explanation"] : nil)
    }
    guard !explains else {
      throw .notAuthorised(
        "--explain needs an admin token, and a \(server.token.kind.noun) was given: rules are shown to nobody else")
    }
    if let stray = [OptionSpec.project, .environment].first(where: call.arguments.isGiven) {
      throw .usage(
        "\(stray.dashed) cannot be chosen with a \(server.token.kind.noun), which belongs to one environment")
    }
    return try await show(server.evaluate(key, body), explanation: nil)
  }

  private func askControl(
    _ server: ServerClient, _ body: JSONObject, explains: Bool
  ) async throws(CommandFailure) -> JSONValue {
    var body = body
    body["explain"] = .bool(explains)
    return try await server.post(call.environmentPath(on: server) + ["flags", key, "evaluate"], body)
  }

  /// The context that the options describe.
  private func context() throws(CommandFailure) -> JSONValue {
    var attributes: JSONObject = [:]
    for text in call.arguments.all(EvaluateCommand.attribute) {
      let argument = try TypedArgument(text, of: EvaluateCommand.attribute)
      if argument.name == "userID" || argument.name == "deviceID" {
        let option = argument.name == "userID" ? EvaluateCommand.user : EvaluateCommand.device
        throw .usage("--attribute: \(argument.name) is given with \(option.dashed)")
      }
      guard attributes[argument.name] == nil else { throw .usage("--attribute: \(argument.name) is given twice") }
      attributes[argument.name] = argument.value
    }
    var context: JSONObject = [:]
    if let user = call.arguments[EvaluateCommand.user] { context["userID"] = .string(user) }
    if let device = call.arguments[EvaluateCommand.device] { context["deviceID"] = .string(device) }
    if !attributes.isEmpty { context["attributes"] = .object(attributes) }
    return .object(context)
  }

  private func show(_ evaluation: JSONValue, explanation: JSONValue?) throws(CommandFailure) -> ExitCode {
    guard evaluation["key"] != nil else {
      throw .unreachable("the server does not answer like a Serin server: its answer has no flag in it")
    }
    guard !call.console.isJSON else {
      try call.console.print(json: explanation.map { ["evaluation": evaluation, "explanation": $0] } ?? evaluation)
      return .done
    }
    try EvaluationText(evaluation).print(on: call)
    if let explanation {
      try call.console.print("")
      for line in ExplanationText(explanation, style: call.console.style).lines { try call.console.print(line) }
    }
    return .done
  }
}
