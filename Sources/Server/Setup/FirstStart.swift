internal import Foundation
public import SerinFlags
public import Store

/// Makes an empty store usable: a project with its environments, a first client key and an administrator's token.
///
/// Every step looks first whether it was done, so that a start that was interrupted is finished by the next one. Only a
/// token that was saved but never shown stays lost; `newAdminToken` makes another one.
public struct FirstStart: Sendable {
  /// What was made and has to be shown now, since the secret is not kept.
  public struct Result: Sendable {
    /// The key of the project that was created, or nil.
    public var projectKey: String?
    /// The environment that the client key belongs to.
    public var environmentKey: String
    /// The first client key, when the project was created.
    public var clientKey: String?
    /// The administrator's token, when there was none or a new one was asked for.
    public var adminToken: String?
    /// How many flags the seed document brought.
    public var flags: Int
  }

  private let store: any ConfigurationStore
  /// Creates the procedure.
  public init(store: any ConfigurationStore) { self.store = store }

  /// Does what is missing.
  /// - Parameters:
  ///   - seed: a ruleset document whose project, environment and flags are created in an empty store.
  ///   - newAdminToken: makes another administrator's token although there is one: the way back for an operator who
  ///     lost it.
  /// - Throws: ``Problem`` when the seed document is bad or the store cannot be written.
  public func run(seed: JSONValue?, newAdminToken: Bool = false) async throws(Problem) -> Result {
    let isEmpty = try await withStore { () async throws(StoreError) in try await store.projects().isEmpty }
    var result = Result(environmentKey: seed?["environment"]?.stringValue ?? "production", flags: 0)
    if isEmpty { try await createProject(seed, &result) }
    let tokens = try await withStore { () async throws(StoreError) in try await store.tokens(projectID: nil) }
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    let hasAdministrator = tokens.contains { $0.revokedAt == nil && $0.administersInstance(at: now) }
    if !hasAdministrator || newAdminToken { try await createAdministrator(&result) }
    return result
  }

  private func createProject(_ seed: JSONValue?, _ result: inout Result) async throws(Problem) {
    let key = seed?["project"]?.stringValue ?? "default"
    for (name, value) in [("project", key), ("environment", result.environmentKey)] where !KeyGrammar.isValidKey(value)
    {
      throw Problem(path: name, message: "\"\(value)\" is not a key; \(KeyGrammar.rule)")
    }
    let project = ProjectRecord(id: RecordID.make(prefix: "p_"), key: key, name: key, createdAt: 0)
    var keys = ProjectService.firstEnvironments
    if !keys.contains(result.environmentKey) { keys.append(result.environmentKey) }
    let environments = keys.enumerated().map { position, key in
      EnvironmentRecord(
        id: RecordID.make(prefix: "e_"), number: Int64(position + 1), projectID: project.id, key: key, name: key,
        position: Int64(position), createdAt: 0)
    }
    var first = Edit(audit: Caller.setup.entry("project.create", "project:\(project.id)", reason: "first start"))
    first.project = .create(project)
    first.environments = environments.map(EnvironmentWrite.create)
    var edits = [first]
    for environment in environments where environment.key == result.environmentKey {
      let place = Place(project: project, environment: environment, environments: environments)
      if let seed {
        let document = try FlagService.document(seed, for: place, isWhole: true)
        let definitions = document.flags.compactMap(\.definition)
        edits += definitions.map {
          FlagService.creation($0.key, $0, in: place, by: .setup, reason: "first start")
        }
        for segment in document.segments.compactMap(\.definition) {
          try await FlagService.checkLists(
            of: segment, in: environment, store: store, path: DocumentPath.member("segments", segment.key))
          let edit = try FlagService.edit(
            segment, over: nil, of: nil, in: place, by: .setup, reason: "first start"
          ).edit
          if let edit { edits.append(edit) }
        }
        result.flags = definitions.count
      }
      var generator = SystemRandomNumberGenerator()
      let token = Token(kind: .client, using: &generator)
      edits.append(
        KeyService.creation(
          token, name: "first client key", projectID: project.id, environmentID: environment.id, by: .setup,
          reason: "first start"))
      result.clientKey = token.text
    }
    let change = Change(chain: project.id, edits: edits)
    _ = try await withStore { () async throws(StoreError) in try await store.commit(change) }
    result.projectKey = key
  }

  private func createAdministrator(_ result: inout Result) async throws(Problem) {
    var generator = SystemRandomNumberGenerator()
    let token = Token(kind: .admin, using: &generator)
    let edit = KeyService.creation(
      token, name: "administrator", projectID: nil, environmentID: nil, by: .setup, reason: "first start")
    _ = try await withStore { () async throws(StoreError) in
      try await store.commit(Change(chain: AuditChain.instance, edits: [edit]))
    }
    result.adminToken = token.text
  }
}
