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
