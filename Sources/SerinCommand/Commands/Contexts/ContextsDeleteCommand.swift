import SerinFlags

/// `serin contexts delete`: contexts of the last day that are not kept any more.
enum ContextsDeleteCommand: Command {
  private static let user = OptionSpec.value(
    "user", "ID", help: "Those of this user, by the exact id (the device's where nobody was signed in).")
  private static let all = OptionSpec.flag("all", help: "Those of everybody.")

  static let description = CommandDescription(
    "contexts delete", summary: "Delete the contexts that are kept of one user, or all of them.",
    discussion: [
      """
      For a person's data. What is deleted leaves no trace, not even in the audit log. A user who comes again is taken down \
      again. It takes an admin of the project.
      """
    ],
    options: [user, all], sharedOptions: .environmentTarget,
    examples: [
      ("serin contexts delete --user alice", "Deletes what is kept of alice in production."),
      ("serin contexts delete --all --environment staging", "Deletes everything that staging keeps."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    guard call.arguments.isGiven(user) != call.arguments.isGiven(all) else {
      throw .usage("whose? Give either --user or --all", helpFor: description.path)
    }
    let server = try call.controlServer()
    let query = call.arguments[user].map { [("userID", $0)] } ?? []
    let answer = try await server.cancel(RecentContexts.path(call, on: server), query: query, [:])
    guard let count = answer["deleted"]?.numberValue else {
      throw server.isNoSerinServer("its answer does not say how many were \"deleted\"")
    }
    let whose = call.arguments[user].map { " of \($0)" } ?? ""
    let what = count == 1 ? "1 context" : "\(Int(count)) contexts"
    return try call.show(answer, as: "\(what)\(whose) deleted from \(call.environmentKey).")
  }
}
