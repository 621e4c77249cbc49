import SerinFlags

/// `serin preview`: what a change would do to the users who were seen lately.
enum PreviewCommand: Command {
  static let description = CommandDescription(
    "preview", summary: "Count what a change would do, and change nothing.",
    discussion: [
      """
      The server evaluates the contexts that the environment has seen within 24 hours, at most a thousand and one for each \
      user or device, as the flags are and as they would be. The numbers are of that sample. Where nothing was seen the \
      impact is unknown, which is not the same as none.
      """,
      """
      Flags that depend on the changed one are counted too. What the change itself would refuse is refused. Examples of \
      contexts are in the answer of --json, for an editor.
      """,
    ],
    positionals: [PositionalSpec("KEY", isRequired: false, help: "The flag that --patch and --percent change.")],
    options: PreviewedChange.options, sharedOptions: .environmentTarget,
    examples: [
      ("serin preview new_checkout --percent r_1a2b3c4d=20", "Counts who gets in when a rule is widened to 20 %."),
      ("serin preview --kill new_checkout", "Counts who loses it."),
      ("serin preview new_checkout --patch edit.json --json", "Looks at an edit, with examples."),
      ("serin preview --change change.json", "Looks at any change that can be planned, segments included."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let asked = try PreviewedChange(call)
    let server = try call.controlServer()
    let path = try await call.environmentPath(on: server)
    let change = try await asked.operation(at: path, on: server)
    return try await call.showImpact(at: path + ["preview"], ["change": .object(change)], on: server)
  }
}

extension CommandCall {
  /// Asks a server to count what something would do, and shows the answer.
  func showImpact(
    at path: [String], _ body: JSONObject, on server: ServerClient
  ) async throws(CommandFailure) -> ExitCode {
    console.progress.begin("counting at \(server.address.text)")
    defer { console.progress.end() }
    let answer = try await server.post(path, body)
    let report = try ImpactReport(answer, from: server)
    guard !console.isJSON else {
      try console.print(json: answer)
      return .done
    }
    for line in report.lines(style: console.style) { try console.print(line) }
    try console.remark(report.remark)
    return .done
  }
}
