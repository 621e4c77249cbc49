import SerinFlags
import Store

/// What people are in a project.
struct MemberService: Sendable {
  /// Somebody in a project.
  struct Member: Sendable {
    let account: AccountRecord
    let membership: MembershipRecord
  }

  let store: any ConfigurationStore
  let accounts: AccountService

  /// The members of a project by the address of their accounts, disabled ones included.
  func members(of project: ProjectRecord) async throws(Problem) -> [Member] {
    let (accounts, memberships) = try await withStore { () async throws(StoreError) in
      (try await store.accounts(), try await store.memberships(projectID: project.id))
    }
    let byID = Dictionary(memberships.map { ($0.accountID, $0) }, uniquingKeysWith: { first, _ in first })
    return accounts.compactMap { account in byID[account.id].map { Member(account: account, membership: $0) } }
  }

  /// Makes somebody exactly this in a project.
  ///
  /// Their sessions end when they were something else in it before; being added ends none, since rights are read at each use.
  ///
  /// - Parameters:
  ///   - idOrEmail: The account.
  ///   - role: The role; nil for somebody who only releases.
  ///   - releases: The keys of the environments that they release.
  ///   - mayLeaveProject: Whether the project may lose its last admin by it.
  /// - Throws: 404 for somebody who is no member, unless whoever asks administers the instance: others are invited, so that
  ///   nobody is made a member, or found to have an account, without having said so.
  func set(
    _ idOrEmail: String, role: String?, releases: [String], in place: ProjectPlace, mayLeaveProject: Bool,
    by caller: Caller, reason: String
  ) async throws(Problem) -> Member {
    let grant = try place.grant(role: role, releases: releases)
    let account = try await account(idOrEmail, in: place.project, by: caller)
    let membership = MembershipRecord(
      accountID: account.id, projectID: place.project.id, role: grant.role, releases: grant.releases)
    var edit = Edit(audit: caller.entry("member.set", "account:\(account.id)", reason: reason))
    edit.membership = .set(membership, mayLeaveProject: mayLeaveProject)
    try await commit(edit, in: place.project)
    return Member(account: account, membership: membership)
  }

  /// The account that is meant.
  ///
  /// Whoever only administers a project is told of its members and of nobody else: an account that is none gets the answer
  /// of one that does not exist.
  private func account(
    _ idOrEmail: String, in project: ProjectRecord, by caller: Caller
  ) async throws(Problem) -> AccountRecord {
    guard let access = caller.access, !access.has(.instance) else {
      return try await accounts.rights(of: idOrEmail).account
    }
    return try await member(idOrEmail, of: project).account
  }

  /// A member by the id or the address of the account.
  /// - Throws: 404, whether there is such an account or not.
  private func member(_ idOrEmail: String, of project: ProjectRecord) async throws(Problem) -> Member {
    let email = PersonalData.normalized(idOrEmail)
    let found = try await members(of: project).first { $0.account.id == idOrEmail || $0.account.email == email }
    guard let found else {
      throw Problem(.notFound, "project \"\(project.key)\" has no member \"\(idOrEmail)\"; others are invited")
    }
    return found
  }

  /// Takes somebody out of a project.
  ///
  /// Their sessions end.
  /// - Throws: 404 when they are nothing in it; 409 when they are its last admin.
  func remove(
    _ idOrEmail: String, from project: ProjectRecord, mayLeaveProject: Bool, by caller: Caller, reason: String
  ) async throws(Problem) {
    let member = try await member(idOrEmail, of: project)
    var edit = Edit(audit: caller.entry("member.remove", "account:\(member.account.id)", reason: reason))
    edit.membership = .remove(
      accountID: member.account.id, projectID: project.id, mayLeaveProject: mayLeaveProject)
    try await commit(edit, in: project)
  }

  private func commit(_ edit: Edit, in project: ProjectRecord) async throws(Problem) {
    do throws(StoreError) { _ = try await store.commit(Change(chain: project.id, edits: [edit])) } catch {
      throw Problem(committing: error)
    }
  }
}
