import SerinFlags

/// `serin environments list`: the environments of a project.
enum EnvironmentsListCommand: Command {
  static let description = CommandDescription(
    "environments list", summary: "List the environments of a project by their position.",
    sharedOptions: .projectTarget,
    examples: [("serin environments list", "Shows which are protected, and the revision of their rules.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(call.projectPath(on: server) + ["environments"])
    var table = Table("KEY", "NAME", "POSITION", "CHANGES", "REVISION")
    for environment in try server.array("environments", in: answer) {
      table.add(
        .text(environment["key"]), .text(environment["name"]), .text(environment["position"]),
        Table.Cell(EnvironmentFields.protection(of: environment)), .text(environment["revision"]))
    }
    return try call.show(answer, as: table, whenEmpty: "the project has no environments")
  }
}
