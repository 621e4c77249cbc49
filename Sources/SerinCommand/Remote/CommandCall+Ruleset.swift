import SerinFlags

extension CommandCall {
  /// The flags and segments of the environment that is meant, as a server has them, with the archived flags.
  ///
  /// - Throws: what the request ends with; an outage for an answer that is no ruleset document of that environment.
  func rulesetOfServer() async throws(CommandFailure) -> (json: JSONValue, document: RulesetDocument) {
    let server = try controlServer()
    console.progress.begin("waiting for \(server.address.text)")
    defer { console.progress.end() }
    let environment = try await environmentPath(on: server)
    let json = try await server.get(environment + ["ruleset"], query: [("archived", "true")])
    let document: RulesetDocument
    do throws(DocumentError) {
      document = try RulesetDocument(json: json, mode: .read)
    } catch {
      throw server.isNoSerinServer("its ruleset cannot be read", issues: error.issues)
    }
    // Another environment's flags under this one's name would not be noticed later.
    try server.check(json, has: "environment", equalTo: .string(environmentKey))
    return (json, document)
  }
}
