import SerinFlags

/// What commands about the contexts of the last day have in common.
enum RecentContexts {
  /// Where those of the environment are that is meant.
  static func path(_ call: CommandCall, on server: ServerClient) async throws(CommandFailure) -> [String] {
    try await call.environmentPath(on: server) + ["recent-contexts"]
  }

  /// Whether the environment keeps any.
  static func keeps(_ answer: JSONValue, _ server: ServerClient) throws(CommandFailure) -> Bool {
    guard let keeps = answer["keepsContexts"]?.boolValue else {
      throw server.isNoSerinServer("its answer does not say \"keepsContexts\"")
    }
    return keeps
  }

  /// How many there are, and could be.
  static func count(_ answer: JSONValue) -> String {
    "\(answer["contexts"].map(FlagText.plain) ?? "?") of at most \(answer["capacity"].map(FlagText.plain) ?? "?")"
  }
}
