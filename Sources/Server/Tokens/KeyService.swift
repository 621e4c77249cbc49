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
  ///
  /// Personal tokens belong to accounts and are listed there.
  func keys(of project: ProjectRecord, seenBy access: Access) async throws(Problem) -> [TokenRecord] {
    let all = try await tokens()
    return all.filter {
      $0.projectID == project.id || ($0.projectID == nil && $0.accountID == nil && access.has(.instance))
    }
  }

  /// Creates a key of a project; the secret of a server key or admin token is in the answer and nowhere else.
  ///
  /// - Parameters:
  ///   - limits: What an admin token is narrowed to, with the environments by their keys.
  ///   - scope: What a client or server key sees, and who may use it.
  ///   - expiresAt: From when on it is refused, in milliseconds since 1970 UTC; nil for never.
  ///   - creator: What whoever creates it is narrowed to: nobody gives away more than they have.
  func create(
    kind name: String, environment environmentKey: String?, name label: String?, limits: TokenLimits = .none,
    scope: KeyScope = KeyScope(), expiresAt: Int64? = nil, in project: ProjectRecord, by caller: Caller,
    creator: TokenLimits = .none, reason: String
  ) async throws(Problem) -> (TokenRecord, Token) {
    guard let kind = TokenKind(rawValue: name) else {
      let allowed = TokenKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(path: "kind", message: "\"\(name)\" is not one of: \(allowed)")
    }
    var environment: EnvironmentRecord?
    switch (kind, environmentKey) {
    case (.admin, .some): throw Problem(path: "environment", message: "an admin token belongs to no environment")
    case (.admin, nil): break
    case (_, nil): throw Problem(path: "environment", message: "is required for a \(name) key")
    case (_, let key?): environment = try keeper.state.ruleset(key, in: project).environment
    }
    guard kind == .admin || limits == .none else {
      throw Problem(path: "scopes", message: "only an admin token has scopes and environments")
    }
    let place = ProjectPlace(project: project, environments: keeper.state.environments(of: project))
    let narrowed = TokenLimits(
      scopes: limits.scopes, environments: try place.environmentIDs(limits.environments, path: "environments"))
    return try await create(
      NewToken(
        kind: kind, name: label ?? name, projectID: project.id, environmentID: environment?.id, limits: narrowed,
        scope: scope, expiresAt: expiresAt), creator: creator, by: caller, reason: reason)
  }

  /// Creates a token.
  /// - Throws: 422 for a field that is wrong, an expiry among them that is later than that of what creates it; 403 when it
  ///   would be wider than that.
  func create(
    _ new: NewToken, creator: TokenLimits, by caller: Caller, reason: String
  ) async throws(Problem) -> (TokenRecord, Token) {
    var generator = SystemRandomNumberGenerator()
    let token = Token(kind: new.kind, using: &generator)
    let record = try new.record(of: token, at: keeper.milliseconds)
    try Self.check(record, isCoveredBy: creator)
    if let limit = creator.expiresAt, record.expiresAt ?? .max > limit {
      let asked = record.expiresAt.map(Instants.text) ?? "never"
      throw Problem(
        path: "expiresAt",
        message: "must be at most \(Instants.text(limit)), when the token that makes it expires, not \(asked)")
    }
    try environment(record.environmentID)?.checkReason(reason)
    let edit = Self.creation(record, by: caller, reason: reason)
    try await commit(Change(chain: new.projectID ?? AuditChain.instance, edits: [edit]), isAdmin: new.kind == .admin)
    return (try await read(token.id), token)
  }

  /// The edit that creates a key.
  package static func creation(
    _ token: Token, name: String, projectID: String?, environmentID: String?, by caller: Caller, reason: String
  ) -> Edit {
    let record = TokenRecord(
      id: token.id, kind: token.kind, projectID: projectID, environmentID: environmentID, name: name,
      secretHash: token.hash, publicValue: token.kind == .client ? token.text : nil)
    return creation(record, by: caller, reason: reason)
  }

  /// The edit that creates a token with everything that it is narrowed to.
  static func creation(_ record: TokenRecord, by caller: Caller, reason: String) -> Edit {
    var edit = Edit(audit: caller.entry("token.create", "token:\(record.id)", reason: reason))
    edit.token = .create(record)
    edit.items = itemWrites(of: record, expects: .absent)
    return edit
  }

  /// The item of a client or server key, which brings it to whoever evaluates.
  static func itemWrites(
    of record: TokenRecord, isGone: Bool = false, expects: Expectation
  ) -> [ItemWrite] {
    guard let environmentID = record.environmentID else { return [] }
    return [
      ItemWrite(
        environmentID: environmentID, kind: .token, id: record.id, schema: TokenItem.schema,
        document: isGone ? nil : TokenItem.document(record), isGone: isGone, expects: expects)
    ]
  }

  /// Refuses a token that is wider than what creates it.
  static func check(_ record: TokenRecord, isCoveredBy creator: TokenLimits) throws(Problem) {
    let wanted = TokenLimits(scopes: record.scopes, environments: record.environments)
    guard record.kind == .admin ? creator.covers(wanted) : creator.covers(.none) else {
      throw Problem(.forbidden, "a token has at most the scopes and environments of the one that makes it")
    }
  }

  /// Revokes a key; from the next request on it is refused.
  ///
  /// Revoking twice changes nothing.
  /// - Parameter force: Whether the last admin token of the instance may go although no account administers it.
  /// - Throws: 409 for that last one without `force`.
  func revoke(
    _ id: String, in project: ProjectRecord, seenBy access: Access, by caller: Caller, reason: String,
    force: Bool = false
  ) async throws(Problem) {
    let record = try await key(id, in: project, seenBy: access)
    try await revoke(record, by: caller, reason: reason, force: force)
  }

  /// Revokes a token.
  func revoke(_ record: TokenRecord, by caller: Caller, reason: String, force: Bool) async throws(Problem) {
    guard record.revokedAt == nil else { return }
    try environment(record.environmentID)?.checkReason(reason)
    var edit = Edit(audit: caller.entry("token.revoke", "token:\(record.id)", reason: reason))
    edit.token = .revoke(id: record.id, keepsAdministrator: !force)
    edit.items = Self.itemWrites(of: record, isGone: true, expects: .present)
    let chain = record.projectID ?? AuditChain.instance
    try await commit(Change(chain: chain, edits: [edit]), isAdmin: record.kind == .admin)
  }

  /// The environment of a key as it is now; nil for a token of none.
  func environment(_ id: String?) -> EnvironmentRecord? { id.flatMap { keeper.state.rulesets[$0]?.environment } }

  /// Every token, revoked ones included, oldest first.
  func tokens() async throws(Problem) -> [TokenRecord] {
    try await withStore { () async throws(StoreError) in try await store.tokens(projectID: nil) }
  }

  /// A token that was just written.
  func read(_ id: String) async throws(Problem) -> TokenRecord {
    guard let record = try await tokens().first(where: { $0.id == id }) else {
      throw Problem(.internalError, "the key was saved but cannot be read back")
    }
    return record
  }

  /// Writes a change and takes it into memory, so that the next request sees it.
  func commit(_ change: Change, isAdmin: Bool) async throws(Problem) {
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
