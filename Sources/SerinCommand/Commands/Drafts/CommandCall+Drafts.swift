import SerinFlags

extension PositionalSpec {
  /// The draft that a command is about.
  static let draft = PositionalSpec("DRAFT", help: "What it is of: flag:KEY or segment:KEY.")
}

extension CommandCall {
  /// The draft that the command is about.
  var draftName: String { arguments.positional(0) ?? "" }

  /// Where the caller's drafts of the environment are.
  func draftsPath(on server: ServerClient) async throws(CommandFailure) -> [String] {
    try await environmentPath(on: server) + ["drafts"]
  }
}
