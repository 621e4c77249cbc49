import SerinFlags
import Store
import Testing

@testable import Server

/// Writes the people and tokens of a ``ControlWorld`` in one change.
struct WorldSeeding {
  private let store: any ConfigurationStore
  private let project: ProjectRecord
  private let environments: [String: EnvironmentRecord]
  private var edits: [Edit] = []

  init(_ store: any ConfigurationStore) async throws {
    self.store = store
    project = try #require(try await store.projects().first)
    let found = try await store.environments(projectID: project.id)
    environments = Dictionary(found.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  static func email(of asker: Asker) -> String { "\(asker.rawValue)@example.com" }

  /// Writes everything.
  /// - Returns: The tokens, which are kept nowhere else.
  func write() async throws -> [Asker: Token] {
    var copy = self
    return try await copy.writeNow()
  }

  private mutating func writeNow() async throws -> [Asker: Token] {
    let hash = try #require(PasswordHash.make(Array(PeopleFixture.password.utf8), PeopleFixture.cheap))
    let other = ProjectRecord(id: "p_other", key: "other", name: "Other", createdAt: 0)
    var edit = Self.edit("project.create")
    edit.project = .create(other)
    edit.environments = [
      .create(EnvironmentRecord(id: "e_other", number: 0, projectID: other.id, key: "live", position: 0, createdAt: 0))
    ]
    edits.append(edit)
    for name in Asker.people.map(\.rawValue) + ["guest"] {
      var edit = Self.edit("account.create")
      edit.account = .create(
        AccountRecord(id: "a_\(name)", email: "\(name)@example.com", name: name, isRoot: name == "root"),
        passwordHash: hash)
      edits.append(edit)
    }
    let production = try #require(environments["production"])
    let staging = try #require(environments["staging"])
    join(.foreign, .admin, projectID: other.id)
    join(.viewer, .viewer)
    join(.editor, .editor)
    join(.admin, .admin)
    join(.releaser, nil, releases: [production.id])
    join(.elsewhere, nil, releases: [staging.id])
    let shop = project.id
    var tokens: [Asker: Token] = [:]
    tokens[.projectToken] = token { $0.projectID = shop }
    tokens[.readToken] = token { $0.scopes = [.read] }
    tokens[.editToken] = token { $0.scopes = [.edit] }
    tokens[.releaseToken] = token { $0.scopes = [.release] }
    tokens[.elsewhereToken] = token {
      $0.projectID = shop
      $0.environments = [staging.id]
    }
    tokens[.serverKey] = token(.server) {
      $0.projectID = shop
      $0.environmentID = production.id
    }
    _ = try await store.commit(Change(chain: AuditChain.instance, edits: edits))
    return tokens
  }

  private mutating func join(_ asker: Asker, _ role: ProjectRole?, releases: [String] = [], projectID: String? = nil) {
    var edit = Self.edit("member.set")
    edit.membership = .set(
      MembershipRecord(
        accountID: "a_\(asker.rawValue)", projectID: projectID ?? project.id, role: role, releases: releases))
    edits.append(edit)
  }

  private mutating func token(_ kind: TokenKind = .admin, _ change: (inout TokenRecord) -> Void) -> Token {
    var generator = SystemRandomNumberGenerator()
    let token = Token(kind: kind, using: &generator)
    var record = TokenRecord(
      id: token.id, kind: kind, projectID: nil, environmentID: nil, name: "t", secretHash: token.hash,
      publicValue: nil)
    change(&record)
    edits.append(KeyService.creation(record, by: .setup, reason: ""))
    return token
  }

  private static func edit(_ action: String) -> Edit { Edit(audit: Caller.setup.entry(action, "test", reason: "")) }
}
