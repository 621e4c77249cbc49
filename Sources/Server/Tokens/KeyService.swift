import SerinFlags
package import Store

/// Creates and revokes keys.
package struct KeyService: Sendable {
  let store: any ConfigurationStore
  let keeper: RulesetKeeper

  /// Creates the service.
  package init(store: any ConfigurationStore, keeper: RulesetKeeper) {
    self.store = store
    self.keeper = keeper
  }

  /// The keys of a project, and the instance's admin tokens for an administrator of the instance.
  func keys(of project: ProjectRecord, seenBy access: Access) async throws(Problem) -> [TokenRecord] {
    let all = try await withStore { () async throws(StoreError) in try await store.tokens(projectID: nil) }
    return all.filter { $0.projectID == project.id || ($0.projectID == nil && access.reach == .instance) }
  }

  /// Creates a key; the secret of a server key or admin token is in the answer and nowhere else.
  func create(
    kind name: String, environment environmentKey: String?, name label: String?, in project: ProjectRecord,
    by caller: Caller, reason: String
  ) async throws(Problem) -> (TokenRecord, Token) {
    guard let kind = TokenKind(rawValue: name) else {
      let allowed = TokenKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(path: "kind", message: "\"\(name)\" is not one of: \(allowed)")
    }
    let label = label ?? name
    guard (1...100).contains(label.utf8.count),
      !label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw Problem(path: "name", message: "must be 1 to 100 bytes of text without control characters")
    }
    var environment: EnvironmentRecord?
    switch (kind, environmentKey) {
    case (.admin, .some): throw Problem(path: "environment", message: "an admin token belongs to no environment")
    case (.admin, nil): break
    case (_, nil): throw Problem(path: "environment", message: "is required for a \(name) key")
    case (_, let key?): environment = try keeper.state.ruleset(key, in: project).environment
    }
    var generator = SystemRandomNumberGenerator()
    let token = Token(kind: kind, using: &generator)
    let edit = Self.creation(
      token, name: label, projectID: project.id, environmentID: environment?.id, by: caller, reason: reason)
    try await commit(Change(chain: project.id, edits: [edit]), isAdmin: kind == .admin)
    let keys = try await withStore { () async throws(StoreError) in try await store.tokens(projectID: project.id) }
    guard let record = keys.first(where: { $0.id == token.id }) else {
      throw Problem(.internalError, "the key was saved but cannot be read back")
    }
    return (record, token)
  }

  /// The edit that creates a key.
  package static func creation(
    _ token: Token, name: String, projectID: String?, environmentID: String?, by caller: Caller, reason: String
  ) -> Edit {
    let record = TokenRecord(
      id: token.id, kind: token.kind, projectID: projectID, environmentID: environmentID, name: name,
      secretHash: token.hash, publicValue: token.kind == .client ? token.text : nil)
    var edit = Edit(audit: caller.entry("token.create", "token:\(token.id)", reason: reason))
    edit.token = .create(record)
    if let environmentID {
      edit.items = [
        ItemWrite(
          environmentID: environmentID, kind: .token, id: token.id, schema: TokenItem.schema,
          document: TokenItem.document(record), expects: .absent)
      ]
    }
    return edit
  }

  /// Revokes a key; from the next request on it is refused.
  ///
  /// Revoking twice changes nothing.
  func revoke(
    _ id: String, in project: ProjectRecord, seenBy access: Access, by caller: Caller, reason: String
  ) async throws(Problem) {
    guard let record = try await keys(of: project, seenBy: access).first(where: { $0.id == id }) else {
      throw Problem(.notFound, "project \"\(project.key)\" has no key with the id \"\(id)\"")
    }
    guard record.revokedAt == nil else { return }
    var edit = Edit(audit: caller.entry("token.revoke", "token:\(id)", reason: reason))
    edit.token = .revoke(id: id)
    if let environmentID = record.environmentID {
      edit.items = [
        ItemWrite(
          environmentID: environmentID, kind: .token, id: id, schema: TokenItem.schema, isGone: true, expects: .present)
      ]
    }
    let chain = record.projectID ?? AuditChain.instance
    try await commit(Change(chain: chain, edits: [edit]), isAdmin: record.kind == .admin)
  }

  private func commit(_ change: Change, isAdmin: Bool) async throws(Problem) {
    let commit: Commit
    do throws(StoreError) { commit = try await store.commit(change) } catch { throw Problem(committing: error) }
    await keeper.take(commit)
    if isAdmin {
      do throws(StoreError) { try await keeper.reloadAdministrators() } catch {
        var problem = Problem(error)
        problem.detail = "the change was saved, but this server cannot read the tokens now; it does so when it restarts"
        throw problem
      }
    }
  }
}
