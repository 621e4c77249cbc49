import SerinFlags

/// `serin environments update`: an environment renamed, moved, protected or not protected any more.
enum EnvironmentsUpdateCommand: Command {
  private static let key = OptionSpec.value("key", "NEW-KEY", help: "The new key, for paths and options.")

  static let description = CommandDescription(
    "environments update", summary: "Rename, move, protect or unprotect an environment.",
    discussion: [
      """
      What no option names stays as it is. Keys of apps and revisions go by the environment's id, so that renaming stops \
      no app. A change by somebody else meanwhile is not overwritten: the exit code is 2 then.
      """
    ],
    positionals: [.environmentKey], options: [key] + EnvironmentFields.options + [.reason],
    sharedOptions: .projectTarget,
    examples: [
      ("serin environments update production --protect --approvals 2", "Asks for two approvals from now on."),
      ("serin environments update qa --key test --name Test", "Gives it another key and name."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let old = call.arguments.positional(0) ?? ""
    var body = try EnvironmentFields.body(call.arguments)
    if let key = call.arguments[key] { body["key"] = .string(key) }
    guard !body.isEmpty else {
      let options = ([key] + EnvironmentFields.options).map(\.dashed).joined(separator: ", ")
      throw .usage("nothing to change: give one of \(options)", helpFor: description.path)
    }
    body["reason"] = call.reasonBody["reason"]
    let server = try call.controlServer()
    let answer = try await server.update(call.projectPath(on: server) + ["environments", old], body)
    let new = call.arguments[key] ?? old
    try server.check(answer, has: "key", equalTo: .string(new))
    let start = new.utf8.elementsEqual(old.utf8) ? "\(new) is changed" : "\(old) is \(new) now"
    return try call.show(answer, as: "\(start): \(EnvironmentFields.words(of: answer)).")
  }
}
