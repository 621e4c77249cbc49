import Foundation
import SerinFlags
import Store
import StoreSQLite
import Testing

@testable import Server

/// The services for people on a real SQLite file, with a clock that the test moves and hashes that cost little.
final class PeopleFixture: Sendable {
  static let cheap = PasswordHash.Parameters(memory: 8, passes: 1, lanes: 1)
  static let password = "correct horse battery"

  let folder: String
  let clock: FakeClock
  let store: any ConfigurationStore
  let people: PeopleServices
  let keeper: RulesetKeeper

  init(parameters: PasswordHash.Parameters = PeopleFixture.cheap) async throws {
    let folder = NSTemporaryDirectory() + "serin-people-tests-" + UUID().uuidString
    let clock = FakeClock()
    self.folder = folder
    self.clock = clock
    store = try await SQLiteStore.open(
      folder: folder, auditKey: Array(repeating: 7, count: 32), clock: { clock.now })
    _ = try await FirstStart(store: store).run(seed: nil)
    keeper = RulesetKeeper(store: store, clock: { clock.now })
    try await keeper.load()
    people = PeopleServices(
      store: store, clock: { clock.now }, tokenUses: keeper.authentication.uses, parameters: parameters)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var keys: KeyService { KeyService(store: store, keeper: keeper) }

  /// The project that the first start made.
  func place() throws -> ProjectPlace {
    let project = try #require(keeper.state.projects.first)
    return ProjectPlace(project: project, environments: keeper.state.environments(of: project))
  }

  /// Writes an account directly.
  @discardableResult
  func account(_ name: String, isRoot: Bool = false) async throws -> AccountRecord {
    let hash = try await people.passwords.hash(Self.password)
    let account = AccountRecord(id: "a_\(name)", email: "\(name)@example.com", name: name, isRoot: isRoot)
    var edit = Edit(audit: Caller.setup.entry("account.create", "account:\(account.id)", reason: ""))
    edit.account = .create(account, passwordHash: hash)
    _ = try await store.commit(Change(chain: AuditChain.instance, edits: [edit]))
    return try await people.accounts.rights(of: account.id).account
  }

  /// Makes somebody a member of the project.
  func member(_ name: String, _ role: String?, releases: [String] = []) async throws {
    _ = try await people.members.set(
      "a_\(name)", role: role, releases: releases, in: try place(), mayLeaveProject: false, by: .setup, reason: "")
  }

  /// Signs somebody in.
  func signIn(
    _ name: String, password: String = PeopleFixture.password, source: String = "192.0.2.1"
  ) async throws(Problem) -> SessionService.New {
    try await people.signIn.signIn(email: "\(name)@example.com", password: password, source: source)
  }

  /// Whoever does something for an account.
  func caller(_ name: String) -> Caller { Caller(actor: "account:a_\(name)", via: "api", requestID: "", access: nil) }
}
