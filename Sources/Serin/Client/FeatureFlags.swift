import SerinLock

/// The flags of one app for one user.
///
/// Create one client, keep it, and call ``start()`` once. Reading never waits: it looks at the answer that is in memory,
/// which is the stored one from the first moment and the server's as soon as that has arrived.
///
/// ```swift
/// let flags = FeatureFlags(
///   FeatureFlags.Configuration(baseURL: url, applicationCode: "shop", clientKey: key, context: FlagContext(userID: "alice")))
/// flags.start()
/// if flags.isEnabled("new_checkout", default: false) { showNewCheckout() }
/// ```
///
/// Everything may be called from any thread. Closures and listeners are called on the main thread, never from inside the
/// call that caused them; on Linux this needs a running main queue, which an asynchronous `main` has. Letting go of the
/// client closes it.
public final class FeatureFlags: FlagProvider {
  let engine: FlagEngine
  /// The engine's board, at hand: a reading should touch no reference count that all threads share.
  private let board: SnapshotBoard
  /// What has been reported and is not to be repeated.
  let reported = OnceOnly()

  /// Creates a client and loads the stored flags; sends nothing.
  ///
  /// Reads a few small files and writes one, without waiting for the disk. May be called on any thread. A configuration
  /// that cannot work is reported by the log and by every ``refresh()``; the flags then have their defaults.
  ///
  /// - Parameters:
  ///   - configuration: What the client needs to know.
  ///   - sources: Where flags come from. The first that has a flag decides it; where none has it the default given in code
  ///     counts. Of sources with the same name only the first is used.
  public init(_ configuration: Configuration, sources: [any FlagSource] = [.overrides, .remote]) {
    engine = FlagEngine(configuration, sources: sources)
    board = engine.board
    engine.core.withLock { $0.owner = self }
    for text in configuration.declared.problems {
      configuration.log?(FlagLogMessage(level: .warning, text: text))
    }
  }

  deinit {
    engine.close()
  }

  /// The flag of exactly that key.
  ///
  /// - Returns: nil when flags are not known yet, and for a key that is unknown, archived or broken.
  public func get(_ key: String) -> FeatureFlag? {
    board.flag(key)
  }

  /// Whether the flag of that key is on.
  ///
  /// - Parameters:
  ///   - key: The flag's exact key.
  ///   - defaultValue: The answer when ``get(_:)`` has none.
  public func isEnabled(_ key: String, default defaultValue: Bool) -> Bool {
    board.isEnabled(key) ?? defaultValue
  }

  /// The flags in effect now, for several readings that must agree.
  public var snapshot: FlagsSnapshot {
    FlagsSnapshot(table: board.table)
  }

  /// Where the flags in effect come from, and how old they are.
  public var state: FlagsState {
    engine.step { state, moment in state.summary(at: moment) }
  }

  /// Who is asking.
  public var context: FlagContext {
    engine.core.withLock { $0.context }
  }

  /// Follows the app's lifecycle from now on.
  ///
  /// Flags are asked for when the app becomes active, when it does so after half an hour in background, and every hour in
  /// the foreground. Sends nothing before the first activation. Calling it again does nothing.
  public func start() {
    engine.start()
  }

  /// Ends the client for good.
  ///
  /// Whoever waits gets an error with code 0. Afterwards nothing is sent and nobody is called; flags can still be read.
  /// Waits up to half a second for an answer that is being written, and as long for overrides; impressions that wait are
  /// sent in the first half second, or else by the next run.
  public func close() {
    let farewell = engine.events.beginClosing()
    engine.close()
    engine.store.waitUntilWritten(atMost: 0.5)
    engine.overrideStore.waitUntilWritten(atMost: 0.5)
    engine.events.finishClosing(farewell)
  }
}
