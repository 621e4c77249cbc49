import SerinFlags

/// `serin environments create`: one more environment of a project.
enum EnvironmentsCreateCommand: Command {
  private static let copyFrom = OptionSpec.value(
    "copy-from", "ENV", help: "The key of an environment whose rules and segments it begins with.")

  static let description = CommandDescription(
    "environments create", summary: "Create an environment with every flag of the project.",
    discussion: [
      """
      Flags have no rules there and are off, except that a kill switch has its default. With --copy-from they are as in \
      the other environment, with the same rule ids and salts: everybody is in the same group in both.
      """
    ],
    positionals: [.environmentKey], options: [copyFrom] + EnvironmentFields.options + [.reason],
    sharedOptions: .projectTarget,
    examples: [
      ("serin environments create qa --name Test --position 1 --copy-from staging", "Makes a second staging."),
      ("serin environments create live --protect --approvals 2", "Changes there need two other people."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let key = call.arguments.positional(0) ?? ""
    var body = try EnvironmentFields.body(call.arguments)
    body["key"] = .string(key)
    body["reason"] = call.reasonBody["reason"]
    if let source = call.arguments[copyFrom] { body["copyFrom"] = .string(source) }
    let server = try call.controlServer()
    let path = try await call.projectPath(on: server) + ["environments"]
    call.console.progress.begin("waiting for \(server.address.text)")
    defer { call.console.progress.end() }
    let answer = try await server.post(path, body)
    try server.check(answer, has: "key", equalTo: .string(key))
    return try call.show(answer, as: "\(key) is created: \(EnvironmentFields.words(of: answer)).")
  }
}
