import Foundation
import Serin
import SerinLock

/// What all copies of a source share: the installation, what was fetched, and when to ask again.
final class RemoteConfigClient: Sendable {
  struct State: Sendable {
    /// What is in effect.
    var config: FetchedConfig?
    var isConfigLoaded = false
    var installation: Installation?
    var backOff = BackOff()
    /// Whether a date has passed since the flags were last decided.
    var isRedrawDue = false
    /// The number of the fetch that began last, and of the latest one whose answer was taken.
    var lastFetch: UInt64 = 0
    var latestTaken: UInt64 = 0
  }

  let configuration: FirebaseSource.Configuration
  let instants: InstantWatch
  let state: Lock<State>
  private let mapping: ParameterMapping
  private let files: FirebaseFiles

  init(_ configuration: FirebaseSource.Configuration) {
    let state = Lock(State())
    self.configuration = configuration
    self.state = state
    mapping = ParameterMapping(configuration)
    files = FirebaseFiles(configuration)
    instants = InstantWatch(clock: configuration.clock) { state.withLock { $0.isRedrawDue = true } }
  }

  /// What is held, decided for a context; asks nobody.
  func storedAnswer(for context: FlagContext) -> FlagAnswer? {
    loadConfig()
    guard let config = state.withLock(\.config),
      config.userProperties == configuration.userProperties(of: context)
    else { return nil }
    return decide(config, for: context)
  }

  /// Decides what is held, and watches for when that changes.
  func decide(_ config: FetchedConfig, for context: FlagContext) -> FlagAnswer {
    let now = configuration.clock.now
    instants.set(config.rules.nextInstant(after: now))
    return config.answer(for: context, at: now)
  }

  /// Takes what an earlier run fetched, once.
  func loadConfig() {
    guard state.withLock({ !$0.isConfigLoaded }) else { return }
    let loaded = files.load(.config)
    var config: FetchedConfig?
    switch loaded {
    case .locked: return
    case .nothing: break
    case .object(let json): config = FetchedConfig(json: json, mapping: mapping, clock: configuration.clock)
    }
    state.withLock { state in
      if state.config == nil { state.config = config }
      state.isConfigLoaded = true
    }
  }

  /// The installation to ask with: that of this run, of an earlier one, or a new one.
  ///
  /// - Throws: ``RequestFailure`` when there may be one that cannot be read now.
  func knownInstallation() throws -> Installation {
    if let installation = state.withLock(\.installation) { return installation }
    let found: Installation
    switch files.load(.installation) {
    case .locked: throw RequestFailure(status: 0, message: "the installation cannot be read before the first unlock")
    case .nothing: found = .new()
    case .object(let json): found = Installation(json: json) ?? .new()
    }
    return state.withLock { state in
      let installation = state.installation ?? found
      state.installation = installation
      return installation
    }
  }

  /// Remembers an installation that Firebase has registered or given a new token.
  func keep(_ installation: Installation) {
    let isOther = state.withLock { state in
      defer { state.installation = installation }
      return state.installation != installation
    }
    if isOther { files.save(installation.json, in: .installation) }
  }

  /// Takes the answer of a fetch into effect, unless a later one's is.
  ///
  /// - Throws: ``RequestFailure`` when the answer cannot be used.
  func take(_ answer: FetchAnswer, of fetch: UInt64, for userProperties: JSONObject) throws -> FetchedConfig {
    let clock = configuration.clock
    let held = state.withLock(\.config)
    let comparable = held?.userProperties == userProperties ? held : nil
    let config: FetchedConfig
    switch answer {
    case .unchanged:
      guard let comparable else { throw RequestFailure.unusable("Firebase confirmed flags that nobody holds") }
      config = comparable.confirmed(at: clock)
    case .parameters(let parameters, let version, let entityTag):
      // An old copy from somewhere on the way must not undo a change. Versions begin anew with a project that was set up
      // again, so after a day, when nobody uses the flags any more, a lower one counts.
      if let held, let version, version < held.version,
        held.isYounger(than: 24 * 3600, now: clock.now, uptime: clock.uptime)
      {
        throw RequestFailure.unusable("Firebase gave an older version of the template than the one in effect")
      }
      config = FetchedConfig(
        parameters: parameters, version: version ?? held?.version ?? 0, entityTag: entityTag,
        userProperties: userProperties, confirmedAt: clock.now, confirmedUptime: clock.uptime,
        rules: mapping.rules(of: parameters))
    }
    let isLatest = state.withLock { state in
      guard fetch > state.latestTaken else { return false }
      state.latestTaken = fetch
      state.config = config
      state.backOff.end()
      return true
    }
    if isLatest { files.save(config.json, in: .config) }
    return config
  }
}
