import SerinFlags

/// `serin flags promote`: flags of one environment taken over into another one.
enum FlagsPromoteCommand: Command {
  private static let from = OptionSpec.value(
    "from", "ENV", isRequired: true, help: "The environment that they are taken over from.")
  private static let segments = OptionSpec.flag(
    "segments", help: "Take segments along that the flags need and the environment lacks.")
  private static let dryRun = OptionSpec.flag("dry-run", help: "Print what would change, and change nothing.")

  static let description = CommandDescription(
    "flags promote", summary: "Take flags over from another environment.",
    discussion: [
      """
      What would change is printed first, a line for each place, and is then written without a question: all of it or \
      nothing. A flag that somebody changes in between stops it with 2. Rule ids and salts are kept, so that everybody \
      is in the same group in both environments. Kills are not taken over.
      """,
      """
      What stands in the way, such as a segment that is missing, is listed; the exit code is 65 then, with --dry-run too, \
      and nothing is written.
      """,
    ],
    positionals: [
      PositionalSpec(
        "KEY", isRequired: false, repeats: true, help: "The flags; without one, every flag that is not archived.")
    ],
    options: [from, .parts, segments, dryRun, .reason], sharedOptions: .environmentTarget,
    examples: [
      ("serin flags promote new_checkout --from staging --dry-run", "Shows what production would get."),
      (
        "serin flags promote --from staging --environment production --parts targeting --reason \"release 5.2\"",
        "Takes over the rules of every flag, and no values."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var body = try body(call)
    let server = try call.controlServer()
    let path = try await call.environmentPath(on: server) + ["promote"]
    call.console.progress.begin("comparing at \(server.address.text)")
    defer { call.console.progress.end() }
    let plan = try PromotionPlan(try await server.post(path + ["plan"], body), from: server)
    let isDry = call.arguments.isGiven(dryRun)
    try show(plan, call, withJSON: isDry || (plan.isEmpty && plan.problems.isEmpty))
    guard plan.problems.isEmpty else {
      let count = plan.problems.count == 1 ? "1 problem stands" : "\(plan.problems.count) problems stand"
      throw .refused("\(count) in the way; nothing was written", issues: plan.problems)
    }
    let place = "from \(call.arguments[from] ?? "?") to \(call.environmentKey)"
    if plan.isEmpty {
      try call.console.remark("nothing differs; nothing was written")
      return .done
    }
    if isDry {
      try call.console.remark("dry run: nothing was changed. It would take \(plan.summary) over \(place)")
      return .done
    }
    // Every flag of the plan with its version: what nobody was shown is not written.
    body["flags"] = .array(plan.flags.map { .string($0.key) })
    body["versions"] = .object(JSONObject(members: plan.flags.map { ($0.key, .string($0.version)) }))
    body["reason"] = call.reasonBody["reason"]
    call.console.progress.begin("taking over \(plan.summary) at \(server.address.text)")
    let answer = try await server.post(path, body)
    try server.check(answer, has: "applied", equalTo: true)
    let done = try PromotionPlan(answer, from: server)
    let code = try call.show(answer, as: "took \(plan.summary) over \(place).")
    if !done.isSame(as: plan) { throw differs(done, call) }
    return code
  }

  private static func show(_ plan: PromotionPlan, _ call: CommandCall, withJSON: Bool) throws(CommandFailure) {
    guard !call.console.isJSON else {
      if withJSON { try call.console.print(json: plan.json) }
      return
    }
    for line in plan.lines(style: call.console.style) { try call.console.print(line) }
    // Before anything is written, also where it goes into a pipe.
    try call.console.flush()
  }

  /// A server refuses what has changed on either side since the plan; one that wrote something else all the same is told of.
  private static func differs(_ done: PromotionPlan, _ call: CommandCall) -> CommandFailure {
    CommandFailure(
      exit: .conflict, code: "changedMeanwhile",
      message: "\(call.arguments[from] ?? "?") was changed in between: what was written is not what was shown. "
        + "\"serin flags history\" shows it, \"serin flags restore\" takes it back",
      issues: done.changed.map { .init(path: $0.key, message: "changed: " + ChangeText.summary($0.changes)) })
  }

  private static func body(_ call: CommandCall) throws(CommandFailure) -> JSONObject {
    var body: JSONObject = ["from": .string(call.arguments[from] ?? "")]
    if !call.arguments.positionals.isEmpty {
      body["flags"] = .array(call.arguments.positionals.map { .string($0) })
    }
    body["parts"] = try call.flagParts
    if call.arguments.isGiven(segments) { body["segments"] = true }
    return body
  }
}
