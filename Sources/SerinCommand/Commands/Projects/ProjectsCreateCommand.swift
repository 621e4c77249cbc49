import SerinFlags

/// `serin projects create`: a new project with its environments.
enum ProjectsCreateCommand: Command {
  private static let name = OptionSpec.value("name", "TEXT", help: "What people read; the key without it.")
  private static let withEnvironment = OptionSpec.value(
    "with-environment", "KEY", repeats: true,
    help: "An environment that it begins with; development, staging and production without it.")

  static let description = CommandDescription(
    "projects create", summary: "Create a project with its environments.",
    discussion: ["It takes an admin token of the instance."],
    positionals: [.projectKey], options: [name, withEnvironment, .reason], sharedOptions: .connection,
    examples: [
      ("serin projects create shop --name \"The shop\"", "Creates a project with the usual three environments."),
      (
        "serin projects create shop --with-environment qa --with-environment production",
        "Chooses the environments, in that order."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let key = call.arguments.positional(0) ?? ""
    var body = call.reasonBody
    body["key"] = .string(key)
    if let name = call.arguments[name] { body["name"] = .string(name) }
    let environments = call.arguments.all(withEnvironment)
    if !environments.isEmpty { body["environments"] = .array(environments.map { .string($0) }) }
    let server = try call.controlServer()
    let answer = try await server.post(["projects"], body)
    try server.check(answer, has: "key", equalTo: .string(key))
    let made = try server.array("environments", in: answer).map { $0["key"].map(FlagText.plain) ?? "?" }
    return try call.show(answer, as: "\(key) is created, with \(made.joined(separator: ", ")).")
  }
}
