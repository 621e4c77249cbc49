import SerinFlags

/// `serin projects list`: the projects of a server with their environments.
enum ProjectsListCommand: Command {
  static let description = CommandDescription(
    "projects list", summary: "List the projects and their environments.", sharedOptions: .connection,
    examples: [("serin projects list", "Shows each environment with the revision of its rules.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(["projects"])
    var table = Table("PROJECT", "NAME", "ENVIRONMENT", "REVISION")
    for project in try server.array("projects", in: answer) {
      let environments = project["environments"]?.arrayValue ?? []
      for (index, environment) in environments.enumerated() {
        table.add(
          index == 0 ? .text(project["key"]) : "", index == 0 ? .text(project["name"]) : "",
          .text(environment["key"]), .text(environment["revision"]))
      }
      if environments.isEmpty { table.add(.text(project["key"]), .text(project["name"])) }
    }
    return try call.show(answer, as: table, whenEmpty: "there is no project yet")
  }
}
