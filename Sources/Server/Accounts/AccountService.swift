import SerinFlags
import Store

/// Accounts: who there is, and changing them.
struct AccountService: Sendable {
  let store: any ConfigurationStore
  let signIn: SignInService

  /// Every account, disabled ones included.
  func accounts() async throws(Problem) -> [AccountRecord] {
    try await withStore { () async throws(StoreError) in try await store.accounts() }
  }

  /// An account by its id or its address, with what it may do.
  func rights(of idOrEmail: String) async throws(Problem) -> AccountRights {
    let email = PersonalData.normalized(idOrEmail)
    let found = try await withStore { () async throws(StoreError) -> AccountRights? in
      if let rights = try await store.rights(accountID: idOrEmail) { return rights }
      guard let account = try await store.credential(email: email)?.account else { return nil }
      return try await store.rights(accountID: account.id)
    }
    guard let found else { throw Problem(.notFound, "there is no account \"\(idOrEmail)\"") }
    return found
  }

  /// Changes an account; whatever changes rights ends its sessions.
  ///
  /// - Parameter mayLeaveProjects: Whether a project may lose its last admin by it.
  /// - Throws: 409 when the instance, or a project, would be left without an administrator; 412 when somebody else has
  ///   changed the same since the version that the change names.
  func change(
    _ idOrEmail: String, _ wanted: AccountChange, mayLeaveProjects: Bool, by caller: Caller, reason: String
  ) async throws(Problem) -> AccountRights {
    var change = wanted
    if let name = wanted.name { change.name = try PersonalData.name(name) }
    let account = try await rights(of: idOrEmail).account
    try await Self.merge(&change, over: account, store: store)
    let action =
      switch change.isDisabled {
      case true: "account.disable"
      case false: "account.enable"
      case nil: "account.change"
      }
    var edit = Edit(audit: caller.entry(action, "account:\(account.id)", reason: reason))
    edit.account = .change(id: account.id, change, mayLeaveProjects: mayLeaveProjects)
    try await commit(edit)
    return try await rights(of: account.id)
  }

  /// Changes somebody's own password, which ends every session of theirs; the answer is a new one for the browser that
  /// asked.
  ///
  /// - Parameter source: Where the request comes from, as failures are counted.
  /// - Throws: 422 when the current password is wrong or the new one is not acceptable.
  func changePassword(
    of accountID: String, from current: String, to new: String, source: String, by caller: Caller
  ) async throws(Problem) -> SessionService.New {
    let account = try await rights(of: accountID).account
    let password = try PersonalData.newPassword(new, of: account.email, path: "newPassword")
    let found = try await withStore { () async throws(StoreError) in try await store.credential(email: account.email) }
    guard try await signIn.check(current, of: found, email: account.email, source: source) != nil else {
      throw Problem(path: "password", message: "is not the current password")
    }
    let hash = try await signIn.passwords.hash(password)
    var edit = Edit(audit: caller.entry("account.password", "account:\(account.id)", reason: ""))
    edit.account = .change(id: account.id, AccountChange(passwordHash: hash))
    try await commit(edit)
    return try await signIn.sessions.open(try await rights(of: account.id).account)
  }

  /// Keeps of a change what it changes since the version that it started from.
  /// - Throws: 412 with who changed what and when where somebody else changed the same.
  private static func merge(
    _ change: inout AccountChange, over account: AccountRecord, store: any ConfigurationStore
  ) async throws(Problem) {
    guard let version = change.version, version != account.version else { return }
    var edited: JSONObject = [:]
    if let name = change.name { edited["name"] = .string(name) }
    if let isRoot = change.isRoot { edited["root"] = .bool(isRoot) }
    if let isDisabled = change.isDisabled { edited["disabled"] = .bool(isDisabled) }
    let state = AuditedThing.State(
      version: account.version,
      members: [
        "name": .string(account.name), "root": .bool(account.isRoot), "disabled": .bool(account.disabledAt != nil),
      ])
    let thing = AuditedThing(
      subject: "account \"\(account.id)\"", chain: AuditChain.instance, object: "account:\(account.id)"
    ) { document in
      guard var object = document["account"]?.objectValue else { return nil }
      object["disabled"] = .bool((object["disabledAt"] ?? .null) != .null)
      return AuditedThing.State(.object(object), members: ["name", "root", "disabled"])
    }
    let changes = try await thing.changes(edited, from: version, to: state, store: store)
    if changes["name"] == nil { change.name = nil }
    if changes["root"] == nil { change.isRoot = nil }
    if changes["disabled"] == nil { change.isDisabled = nil }
    change.version = account.version
  }

  private func commit(_ edit: Edit) async throws(Problem) {
    do throws(StoreError) { _ = try await store.commit(Change(chain: AuditChain.instance, edits: [edit])) } catch {
      throw NameRules.problem(error)
    }
  }
}
