import SerinFlags
import Store

/// Signing in with an address and a password.
struct SignInService: Sendable {
  let store: any ConfigurationStore
  let sessions: SessionService
  let passwords: PasswordPool
  let throttle: SignInThrottle
  /// Milliseconds since 1970 UTC.
  let clock: @Sendable () -> Int64

  /// Opens a session.
  ///
  /// An address without an account, a wrong password and a disabled account get the same answer after the same work.
  /// - Parameter source: Where the request comes from, as failures are counted; nil for what is not counted by that.
  /// - Throws: 401 when they do not fit; 429 with `Retry-After` after too many failures; 503 when too many sign in.
  func signIn(email text: String, password: String, source: String?) async throws(Problem) -> SessionService.New {
    let email = PersonalData.normalized(text)
    let found = try await withStore { () async throws(StoreError) in try await store.credential(email: email) }
    guard let credential = try await check(password, of: found, email: email, source: source) else {
      throw Problem(.unauthorized, "the address or the password is wrong, or the account is disabled")
    }
    await renewHash(credential, password)
    return try await sessions.open(credential.account)
  }

  /// The credential, when a password is its password and it is of an account that may sign in.
  ///
  /// Every way to try a password comes through here, so that none of them can be used for guessing.
  func check(
    _ password: String, of found: AccountCredential?, email: String, source: String?
  ) async throws(Problem) -> AccountCredential? {
    let account = SignInThrottle.Subject.account(SHA256.hash(Array(email.utf8)))
    let origin = source.map(SignInThrottle.Subject.source)
    if let wait = throttle.begin([account] + [origin].compactMap(\.self), at: clock()) { throw Self.tooMany(wait) }
    let isRight: Bool
    do throws(Problem) {
      // What is longer than any password is wrong without being hashed.
      isRight =
        password.utf8.count <= PersonalData.maximumPasswordBytes
        ? try await passwords.accepts(password, hash: found?.passwordHash) : false
    } catch {
      throttle.end(account, clears: false)
      if let origin { throttle.end(origin, clears: false) }
      throw error
    }
    guard isRight, let found, found.account.disabledAt == nil else { return nil }
    throttle.end(account, clears: true)
    if let origin { throttle.end(origin, clears: false) }
    return found
  }

  /// Makes a stronger hash where one was made under weaker parameters; when that fails, the next sign-in does it.
  private func renewHash(_ credential: AccountCredential, _ password: String) async {
    let used = PasswordHash.parameters(of: credential.passwordHash)
    guard used?.isWeaker(than: passwords.parameters) ?? true, let hash = try? await passwords.hash(password) else {
      return
    }
    try? await store.replacePasswordHash(accountID: credential.account.id, old: credential.passwordHash, by: hash)
  }

  private static func tooMany(_ wait: Int64) -> Problem {
    let seconds = (wait + 999) / 1000
    return Problem(
      .tooManyRequests, "there were too many failures; try again in \(seconds) seconds",
      headers: [(name: "Retry-After", value: String(seconds))])
  }
}
