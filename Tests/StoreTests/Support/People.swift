import Store

/// People of the shop, and short ways to write changes about them.
enum People {
  static func account(_ name: String, isRoot: Bool = false) -> AccountRecord {
    AccountRecord(id: "a_\(name)", email: "\(name)@example.com", name: name, isRoot: isRoot)
  }

  static func hash(_ name: String) -> String { "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$\(name)" }

  static func invitation(
    _ id: String, purpose: InvitationRecord.Purpose = .account, projectID: String? = nil, expiresAt: Int64 = .max
  ) -> InvitationRecord {
    InvitationRecord(
      id: "i_\(id)", purpose: purpose, secretHash: Array("secret of \(id)".utf8),
      email: purpose == .setup ? nil : "\(id)@example.com", isRoot: purpose == .setup, projectID: projectID,
      role: projectID == nil ? nil : .editor, createdBy: "token:admin", expiresAt: expiresAt)
  }
}

extension ConfigurationStore {
  /// Creates an account.
  @discardableResult
  func createAccount(_ name: String, isRoot: Bool = false) async throws(StoreError) -> Commit {
    try await write("account.create", object: "account:a_\(name)") {
      $0.account = .create(People.account(name, isRoot: isRoot), passwordHash: People.hash(name))
    }
  }

  /// Changes an account.
  @discardableResult
  func change(
    _ name: String, _ change: AccountChange, mayLeaveProjects: Bool = false
  ) async throws(StoreError) -> Commit {
    try await write("account.change", object: "account:a_\(name)") {
      $0.account = .change(id: "a_\(name)", change, mayLeaveProjects: mayLeaveProjects)
    }
  }

  /// Makes an account something in the shop.
  @discardableResult
  func makeMember(
    _ name: String, _ role: ProjectRole?, releases: [String] = [], mayLeaveProject: Bool = false
  ) async throws(StoreError) -> Commit {
    try await write("member.set", object: "account:a_\(name)") {
      $0.membership = .set(
        MembershipRecord(accountID: "a_\(name)", projectID: Shop.id, role: role, releases: releases),
        mayLeaveProject: mayLeaveProject)
    }
  }
}
