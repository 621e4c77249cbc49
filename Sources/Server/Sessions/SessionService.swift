import SerinFlags
import Store

/// Who is signed in in a browser.
///
/// A session is read from the store at each use, together with the rights of its account, so that whatever was taken away
/// is gone with the next request, on every node.
struct SessionService: Sendable {
  /// How long a session may go unused, in milliseconds.
  static let idleLimit: Int64 = 12 * 60 * 60 * 1000
  /// How long a session lasts at most, in milliseconds.
  static let lifetime: Int64 = 7 * 24 * 60 * 60 * 1000

  let store: any ConfigurationStore
  let uses: SessionUses
  /// Milliseconds since 1970 UTC.
  let clock: @Sendable () -> Int64

  /// A session that was just opened.
  struct New: Sendable {
    /// The session's id, for the browser and nobody else.
    let id: String
    let record: SessionRecord
    /// What requests that change something have to carry.
    var csrfToken: String { SessionService.csrfToken(of: id) }
  }

  /// Opens a session for an account that was found to be who it says.
  /// - Throws: 401 when the account was disabled or its rights changed meanwhile.
  func open(_ account: AccountRecord) async throws(Problem) -> New {
    let id = RandomSecret.make()
    do throws(StoreError) {
      let record = try await store.openSession(
        idHash: RandomSecret.hash(id.utf8), accountID: account.id, authVersion: account.authVersion,
        lifetime: Self.lifetime)
      uses.note(record.idHash, at: record.seenAt)
      return New(id: id, record: record)
    } catch .notFound {
      throw Problem(.unauthorized, "the account was changed at this moment; sign in again")
    } catch {
      throw Problem(error)
    }
  }

  /// The session that an id names, with the rights that its account has now; nil when it is over or there never was one.
  func context(id: String) async throws(Problem) -> SessionContext? {
    // Whatever is longer than an id is none; hashing it would only cost time.
    guard id.utf8.count == 52 else { return nil }
    let hash = RandomSecret.hash(id.utf8)
    let found = try await withStore { () async throws(StoreError) in try await store.session(idHash: hash) }
    guard let context = found, isGood(context, at: clock()) else {
      uses.forget(hash)
      return nil
    }
    uses.note(hash, at: clock())
    return context
  }

  /// Ends a session; from the next request on it is refused.
  func end(id: String) async throws(Problem) {
    let hash = RandomSecret.hash(id.utf8)
    uses.forget(hash)
    try await withStore { () async throws(StoreError) in try await store.endSession(idHash: hash) }
  }

  /// Ends every session of an account.
  func endAll(of accountID: String) async throws(Problem) {
    try await withStore { () async throws(StoreError) in try await store.endSessions(accountID: accountID) }
  }

  /// What requests of a session carry that change something: another site's page cannot know it.
  ///
  /// It follows from the session's id, which only the browser and the running request have; nothing is stored.
  static func csrfToken(of id: String) -> String {
    HMACSHA256(key: Array(id.utf8)).authenticate(Array("serin csrf token".utf8)).hexadecimal
  }

  /// Whether a token is the one of a session, in time that does not depend on where they differ.
  static func isCSRFToken(_ presented: some Collection<UInt8>, of id: String) -> Bool {
    ConstantTime.isEqual(Array(csrfToken(of: id).utf8)[...], Array(presented)[...])
  }

  private func isGood(_ context: SessionContext, at now: Int64) -> Bool {
    let session = context.session
    let account = context.rights.account
    let seenAt = max(session.seenAt, uses.lastUse(of: session.idHash) ?? session.seenAt)
    return now < session.expiresAt && now - seenAt < Self.idleLimit && account.disabledAt == nil
      && account.authVersion == session.authVersion
  }
}
