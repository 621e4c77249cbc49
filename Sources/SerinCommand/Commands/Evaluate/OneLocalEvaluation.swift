import SerinFlags

/// Works out one flag's answer from a ruleset document, without a server.
struct OneLocalEvaluation {
  let key: String
  let ruleset: String
  let call: CommandCall

  /// Evaluates and prints.
  func run() throws(CommandFailure) -> ExitCode {
    let json = try call.contextJSON()
    let now = try EvaluateCommand.instant(call) ?? .now
    let context = try call.context(json)
    let ruleset = try LocalRuleset(named: ruleset, call: call)
    let explanation = try ruleset.compiled.explain(ruleset.flag(key), for: context, at: now)
    let explains = call.arguments.isGiven(EvaluateCommand.explain)
    if !explains { try ruleset.remark(on: [ruleset.flag(key)], call: call) }
    // Nil alone would become JSON's null here.
    let shown = explains ? explanation.json : JSONValue?.none
    return try call.show(evaluation: explanation.evaluation.json, explanation: shown)
  }
}
