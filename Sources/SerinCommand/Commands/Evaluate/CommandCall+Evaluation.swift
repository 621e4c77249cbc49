import SerinFlags

extension CommandCall {
  /// The context that the options describe.
  func contextJSON() throws(CommandFailure) -> JSONValue {
    var attributes: JSONObject = [:]
    for text in arguments.all(EvaluateCommand.attribute) {
      let argument = try TypedArgument(text, of: EvaluateCommand.attribute)
      if argument.name == "userID" || argument.name == "deviceID" {
        let option = argument.name == "userID" ? EvaluateCommand.user : EvaluateCommand.device
        throw .usage("--attribute: \(argument.name) is given with \(option.dashed)")
      }
      guard attributes[argument.name] == nil else { throw .usage("--attribute: \(argument.name) is given twice") }
      attributes[argument.name] = argument.value
    }
    var context: JSONObject = [:]
    if let user = arguments[EvaluateCommand.user] { context["userID"] = .string(user) }
    if let device = arguments[EvaluateCommand.device] { context["deviceID"] = .string(device) }
    if !attributes.isEmpty { context["attributes"] = .object(attributes) }
    return .object(context)
  }

  /// The context that flags are evaluated for here.
  ///
  /// - Parameter json: what ``contextJSON()`` gave.
  func context(_ json: JSONValue) throws(CommandFailure) -> FlagContext {
    do throws(DocumentError) { return try FlagContext(json: json) } catch {
      throw .refused("the context cannot be evaluated for", issues: error.issues.map(CommandFailure.Issue.init))
    }
  }

  /// Refuses what only an admin token may ask, before anything is sent.
  func checkKeyMayAsk(_ server: ServerClient, at instant: Timestamp?, explains: Bool) throws(CommandFailure) {
    let noun = server.token.kind.noun
    guard instant == nil else {
      throw .notAuthorised("--at needs an admin token, and a \(noun) was given: with it a flag is decided for now")
    }
    guard !explains else {
      throw .notAuthorised("--explain needs an admin token, and a \(noun) was given: rules are shown to nobody else")
    }
    if let stray = [OptionSpec.project, .environment].first(where: arguments.isGiven) {
      throw .usage("\(stray.dashed) cannot be chosen with a \(noun), which belongs to one environment")
    }
  }

  /// Prints an answer and, where there is one, its explanation.
  func show(evaluation: JSONValue, explanation: JSONValue?) throws(CommandFailure) -> ExitCode {
    guard !console.isJSON else {
      try console.print(json: explanation.map { ["evaluation": evaluation, "explanation": $0] } ?? evaluation)
      return .done
    }
    try EvaluationText(evaluation).print(on: self)
    if let explanation {
      try console.print("")
      for line in ExplanationText(explanation, style: console.style).lines { try console.print(line) }
    }
    return .done
  }
}
