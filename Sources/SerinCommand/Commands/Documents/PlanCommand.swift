import SerinFlags

/// `serin plan`: what applying a project's document would change.
enum PlanCommand: Command {
  private static let detailedExitCode = OptionSpec.flag(
    "detailed-exit-code", help: "End with 6 when something would change, and with 0 only when nothing would.")

  static let description = CommandDescription(
    "plan", summary: "Show what applying a project's document would change.",
    discussion: [
      """
      A heading for each thing and each environment of it, and under it a line for each place that differs. Nothing is \
      written. What the document does not mention is left alone, and named.
      """,
      """
      Everything that would be refused is listed with its place, and the exit code is 65 then; 3 when the document is \
      good and only rights or approvals are missing.
      """,
    ],
    positionals: [ProjectFile.file], options: [ProjectFile.prune, detailedExitCode], sharedOptions: .projectTarget,
    examples: [
      ("serin plan shop.json", "Shows what would change."),
      ("serin plan shop.json --prune --detailed-exit-code", "Tells CI whether the file and the server differ."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let file = try await ProjectFile(call, on: server)
    call.console.progress.begin("comparing at \(server.address.text)")
    defer { call.console.progress.end() }
    guard try await file.exists(on: server) else {
      throw .notFound("there is no project \"\(file.project)\"; \"serin apply\" makes it, with a token of the instance")
    }
    let plan = try ProjectPlan(try await server.post(file.path + ["plan"], file.body(call)), from: server)
    if call.console.isJSON {
      if plan.refusal == nil { try call.console.print(json: plan.json) }
    } else {
      try plan.show(on: call.console)
    }
    if let refusal = plan.refusal { throw refusal }
    try call.console.remark(plan.isEmpty ? "nothing differs" : "it would make \(plan.summary)")
    return !plan.isEmpty && call.arguments.isGiven(detailedExitCode) ? .findings : .done
  }
}
