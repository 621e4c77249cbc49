import SerinFlags

/// What every flag answers for one context: asked of a server, or worked out from a ruleset document.
struct AllEvaluations {
  let call: CommandCall

  /// Asks, or works it out, and prints.
  func run() async throws(CommandFailure) -> ExitCode {
    let context = try call.contextJSON()
    let instant = try EvaluateCommand.instant(call)
    if let ruleset = call.arguments[EvaluateCommand.ruleset] { return try evaluate(ruleset, context, at: instant) }
    let server = try call.server()
    var body: JSONObject = ["context": context]
    let answer: JSONValue
    if server.token.kind == .admin {
      if let instant { body["at"] = .string(instant.description) }
      answer = try await server.post(call.environmentPath(on: server) + ["evaluate"], body)
    } else {
      try call.checkKeyMayAsk(server, at: instant, explains: false)
      answer = try await server.evaluateAll(body)
    }
    return try show(answer, flags: try server.array("flags", in: answer))
  }

  private func evaluate(_ name: String, _ json: JSONValue, at instant: Timestamp?) throws(CommandFailure) -> ExitCode {
    let context = try call.context(json)
    let now = instant ?? .now
    let ruleset = try LocalRuleset(named: name, call: call)
    let flags = try ruleset.flags([])
    try ruleset.remark(on: flags, call: call)
    let evaluations = flags.map { ruleset.compiled.explain($0, for: context, at: now).evaluation.json }
    return try show(["at": .string(now.description), "flags": .array(evaluations)], flags: evaluations)
  }

  private func show(_ answer: JSONValue, flags: [JSONValue]) throws(CommandFailure) -> ExitCode {
    var table = Table("FLAG", "STATE", "VARIATION", "REASON", "RULE")
    for flag in flags {
      let state = flag["isEnabled"]?.boolValue.map { isOn in
        isOn ? Table.Cell("on") { $0.green($1) } : Table.Cell("off") { $0.red($1) }
      }
      table.add(
        .text(flag["key"]), state ?? "", .text(flag["variation"]), .text(flag["reason"]), .text(flag["ruleId"]))
    }
    // What a partial answer leaves out stands beside its flags.
    for key in answer["undecided"]?.arrayValue ?? [] { table.add(.text(key), "", "", "undecided") }
    return try call.show(answer, as: table, whenEmpty: "there are no flags")
  }
}
