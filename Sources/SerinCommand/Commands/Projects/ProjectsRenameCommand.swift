import SerinFlags

/// `serin projects rename`: another key or name for a project.
enum ProjectsRenameCommand: Command {
  private static let key = OptionSpec.value("key", "NEW-KEY", help: "The new key, for paths and options.")
  private static let name = OptionSpec.value("name", "TEXT", help: "The new name, for people.")

  static let description = CommandDescription(
    "projects rename", summary: "Give a project another key or name.",
    discussion: [
      """
      Apps name a project by its id, which stays, so that renaming stops none. A change by somebody else meanwhile is \
      not overwritten: the exit code is 2 then.
      """
    ],
    positionals: [.projectKey], options: [key, name, .reason], sharedOptions: .connection,
    examples: [("serin projects rename shop --key store --name \"The store\"", "Changes both.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let old = call.arguments.positional(0) ?? ""
    guard call.arguments.isGiven(key) || call.arguments.isGiven(name) else {
      throw .usage("nothing to change: give --key or --name", helpFor: description.path)
    }
    var body = call.reasonBody
    if let key = call.arguments[key] { body["key"] = .string(key) }
    if let name = call.arguments[name] { body["name"] = .string(name) }
    let server = try call.controlServer()
    let answer = try await server.update(["projects", old], body)
    let new = call.arguments[key] ?? old
    try server.check(answer, has: "key", equalTo: .string(new))
    let shown = answer["name"].map(FlagText.plain) ?? "?"
    return try call.show(answer, as: "\(old) is \(new) now, \"\(shown)\".")
  }
}
