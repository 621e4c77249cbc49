import Store

/// Everything that has to do with people, on one store, one pool of threads and one count of failures.
struct PeopleServices: Sendable {
  let store: any ConfigurationStore
  /// Milliseconds since 1970 UTC.
  let clock: @Sendable () -> Int64
  let passwords: PasswordPool
  let throttle = SignInThrottle()
  let sessionUses = SessionUses()
  /// Where the use of tokens is noted.
  let tokenUses: TokenUses
  /// The proxies whose word about where requests come from counts.
  var proxies = TrustedProxies.none

  /// Creates the services.
  /// - Parameter parameters: What hashes of passwords cost.
  init(
    store: any ConfigurationStore, clock: @escaping @Sendable () -> Int64, tokenUses: TokenUses,
    parameters: PasswordHash.Parameters = .standard
  ) {
    self.store = store
    self.clock = clock
    self.tokenUses = tokenUses
    passwords = PasswordPool(parameters: parameters)
  }

  var sessions: SessionService { SessionService(store: store, uses: sessionUses, clock: clock) }
  var signIn: SignInService {
    SignInService(store: store, sessions: sessions, passwords: passwords, throttle: throttle, clock: clock)
  }
  var accounts: AccountService { AccountService(store: store, signIn: signIn) }
  var members: MemberService { MemberService(store: store, accounts: accounts) }
  var invitations: InvitationService { InvitationService(store: store, passwords: passwords, clock: clock) }
  var setup: SetupService { SetupService(store: store, clock: clock) }

  /// Writes down when tokens and sessions were last used, and forgets sessions that are over.
  ///
  /// What could not be written is written the next time.
  func writeUses() async throws(StoreError) {
    let days = tokenUses.takeUnwritten()
    do throws(StoreError) { try await store.noteTokens(usedOn: days) } catch {
      tokenUses.putBack(days)
      throw error
    }
    let seen = sessionUses.takeUnwritten(at: clock(), idleLimit: SessionService.idleLimit)
    do throws(StoreError) { try await store.noteSessions(seen: seen) } catch {
      for (idHash, instant) in seen { sessionUses.note(idHash, at: instant) }
      throw error
    }
    try await store.removeExpiredSessions(idleLimit: SessionService.idleLimit)
  }
}
