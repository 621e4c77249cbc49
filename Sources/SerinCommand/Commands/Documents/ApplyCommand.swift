import SerinFlags

/// `serin apply`: a project made to look like a document, all of it or nothing.
enum ApplyCommand: Command {
  static let description = CommandDescription(
    "apply", summary: "Make a project look like a document.",
    discussion: [
      """
      The plan is shown first, as "serin plan" shows it. On a terminal it is written when the question is answered with \
      yes; anywhere else --yes has to be given. What is written is what was shown, all of it or nothing: when somebody \
      changes anything in between, the exit code is 2. A kill in between stays and stops nothing.
      """,
      """
      A project that does not exist is made first, which takes an admin token of the instance; when the document cannot \
      be applied then, the project is removed again. ("serin flags apply" takes a document of one environment.)
      """,
    ],
    positionals: [ProjectFile.file], options: [ProjectFile.prune, .yes, .reason], sharedOptions: .projectTarget,
    examples: [
      ("serin apply shop.json --reason \"release 5.2\"", "Shows the plan, asks, and writes it."),
      ("serin apply shop.json --prune --yes", "Writes it without a question, as in CI."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let file = try await ProjectFile(call, on: server)
    guard try await !file.exists(on: server) else { return try await apply(file, on: server, call) }
    let question = "project \(file.project) does not exist. Make it from the document?"
    guard try call.isConfirmed(question) else { return try declined(call) }
    let made = try await server.post(["projects"], file.creation(call))
    try server.check(made, has: "key", equalTo: .string(file.project))
    do throws(CommandFailure) {
      return try await apply(file, on: server, call, isAgreed: true)
    } catch {
      // What cannot be removed again is seen by the next "serin projects list".
      try? await server.delete(["projects", file.project], call.reasonBody)
      throw error
    }
  }

  private static func apply(
    _ file: ProjectFile, on server: ServerClient, _ call: CommandCall, isAgreed: Bool = false
  ) async throws(CommandFailure) -> ExitCode {
    call.console.progress.begin("comparing at \(server.address.text)")
    defer { call.console.progress.end() }
    var body = file.body(call)
    let plan = try ProjectPlan(try await server.post(file.path + ["plan"], body), from: server)
    if !call.console.isJSON { try plan.show(on: call.console) }
    if let refusal = plan.refusal { throw refusal }
    guard !plan.isEmpty else {
      return try call.show(plan.json, as: "nothing differs; nothing was written.")
    }
    call.console.progress.end()
    if !isAgreed {
      guard try call.isConfirmed("apply \(plan.summary) to \(file.project)?") else { return try declined(call) }
    }
    body["planVersion"] = .string(plan.version)
    body["reason"] = call.reasonBody["reason"]
    call.console.progress.begin("applying \(plan.summary) at \(server.address.text)")
    let answer = try await server.post(file.path + ["apply"], body)
    try server.check(answer, has: "applied", equalTo: true)
    return try call.show(answer, as: "applied \(plan.summary) to \(file.project).")
  }

  private static func declined(_ call: CommandCall) throws(CommandFailure) -> ExitCode {
    try call.console.remark("nothing was written")
    return .done
  }
}
