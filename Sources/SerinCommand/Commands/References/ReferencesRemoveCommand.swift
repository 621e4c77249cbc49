import SerinFlags

/// `serin references remove`: forgets the places of a branch that is gone.
enum ReferencesRemoveCommand: Command {
  static let description = CommandDescription(
    "references remove", summary: "Forget the places of a branch that is gone.",
    options: [CodeBranch.repository, CodeBranch.branch, .reason], sharedOptions: .projectTarget,
    examples: [
      ("serin references remove --repository acme/shop --branch old-checkout", "Forgets the branch after its merge.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var body = call.reasonBody
    let repository = try CodeBranch.required(CodeBranch.repository, call)
    let branch = try CodeBranch.required(CodeBranch.branch, call)
    body["repository"] = .string(repository)
    body["branch"] = .string(branch)
    let server = try call.controlServer()
    try await server.delete(call.projectPath(on: server) + ["code-references"], body)
    return try call.show(
      ["repository": .string(repository), "branch": .string(branch), "removed": true],
      as: "removed \(repository), \(branch)")
  }
}
