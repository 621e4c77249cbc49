import Store

// What concerns people is passed on as it is.
extension FaultyStore {
  func accounts() async throws(StoreError) -> [AccountRecord] { try await store.accounts() }
  func hasAccounts() async throws(StoreError) -> Bool { try await store.hasAccounts() }
  func rights(accountID: String) async throws(StoreError) -> AccountRights? {
    try await store.rights(accountID: accountID)
  }
  func credential(email: String) async throws(StoreError) -> AccountCredential? {
    try await store.credential(email: email)
  }
  func memberships(projectID: String) async throws(StoreError) -> [MembershipRecord] {
    try await store.memberships(projectID: projectID)
  }
  func invitations(projectID: String?) async throws(StoreError) -> [InvitationRecord] {
    try await store.invitations(projectID: projectID)
  }
  func invitation(secretHash: [UInt8]) async throws(StoreError) -> InvitationRecord? {
    try await store.invitation(secretHash: secretHash)
  }
  func replacePasswordHash(accountID: String, old: String, by new: String) async throws(StoreError) {
    try await store.replacePasswordHash(accountID: accountID, old: old, by: new)
  }
  func openSession(idHash: [UInt8], accountID: String, authVersion: Int64, lifetime: Int64)
    async throws(StoreError) -> SessionRecord
  {
    try await store.openSession(
      idHash: idHash, accountID: accountID, authVersion: authVersion, lifetime: lifetime)
  }
  func session(idHash: [UInt8]) async throws(StoreError) -> SessionContext? { try await store.session(idHash: idHash) }
  func noteSessions(seen: [[UInt8]: Int64]) async throws(StoreError) { try await store.noteSessions(seen: seen) }
  func endSession(idHash: [UInt8]) async throws(StoreError) { try await store.endSession(idHash: idHash) }
  func endSessions(accountID: String) async throws(StoreError) { try await store.endSessions(accountID: accountID) }
  func removeExpiredSessions(idleLimit: Int64) async throws(StoreError) {
    try await store.removeExpiredSessions(idleLimit: idleLimit)
  }
  func noteTokens(usedOn days: [String: Int64]) async throws(StoreError) { try await store.noteTokens(usedOn: days) }
}
