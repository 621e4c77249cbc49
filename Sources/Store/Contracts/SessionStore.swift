/// Who is signed in.
///
/// Sessions are no configuration: they leave no audit rows.
public protocol SessionStore: Sendable {
  /// Opens a session that ends after `lifetime` milliseconds at the latest.
  ///
  /// - Throws: ``StoreError/notFound(object:)`` when the account is disabled or no longer at `authVersion`, so that a
  ///   sign-in which began before a change does not survive it.
  func openSession(
    idHash: [UInt8], accountID: String, authVersion: Int64, lifetime: Int64
  ) async throws(StoreError) -> SessionRecord

  /// A session with the rights of its account as they are now; nil when there is no such session.
  ///
  /// Whether it is still good is for the caller to say.
  func session(idHash: [UInt8]) async throws(StoreError) -> SessionContext?

  /// Writes down when sessions were last used; an instant never goes back, and sessions that have ended stay ended.
  ///
  /// - Parameter seen: Instants in milliseconds since 1970 UTC by the hash of the session's id.
  func noteSessions(seen: [[UInt8]: Int64]) async throws(StoreError)

  /// Ends a session; nothing happens when there is none.
  func endSession(idHash: [UInt8]) async throws(StoreError)

  /// Ends every session of an account.
  func endSessions(accountID: String) async throws(StoreError)

  /// Forgets sessions that are over by the store's clock.
  ///
  /// - Parameter idleLimit: How long a session may go unused, in milliseconds.
  func removeExpiredSessions(idleLimit: Int64) async throws(StoreError)
}
