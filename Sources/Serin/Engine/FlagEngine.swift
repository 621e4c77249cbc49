import Foundation
import SerinLock

/// The client behind ``FeatureFlags``: what it knows, what it asks for and when.
///
/// All that changes is one value behind one lock. A step changes it in memory and leaves word of what is to be done
/// outside: nothing that may wait, and no code of anybody else, runs under the lock. Readers do not take this lock at all;
/// they look at the board.
final class FlagEngine: Sendable {
  let board: SnapshotBoard
  let store: AnswerStore
  let overrideStore: OverrideStore
  let sources: SourceList
  let policies: FlagPolicies
  let kinds: DeclaredKinds
  let core: Lock<EngineState>
  let configuration: FeatureFlags.Configuration
  let isAppExtension: Bool
  /// Takes down what happens to flags.
  let events: EventRecorder
  /// Says once that something about the storage does not work.
  let warning: StorageWarning
  /// The record of this run, and how the one before it ended.
  let runs: RunRecorder
  let device: DeviceIdentity
  /// The parts with work of their own; all are there before anything happens.
  let parts: [any EnginePart]
  /// Where requests go, or why none can be sent.
  let endpoint: Result<EvaluationEndpoint, FeatureFlagsError>

  var clock: any FlagClock { configuration.clock }

  /// Is told, outside all locks, of the first reading in a session of a flag whose readings count as impressions, and of
  /// the first reading of every other value of it; not of one that is overridden.
  var onFirstRead: (@Sendable (FeatureFlag) -> Void)? {
    get { board.onFirstRead }
    set { board.onFirstRead = newValue }
  }

  /// Creates the engine and loads what is stored, so that the first reading has values; sends nothing.
  ///
  /// - Parameters:
  ///   - sources: Where flags come from, the first first.
  ///   - suspects: The flags that the app crashed with at its last starts.
  init(
    _ configuration: FeatureFlags.Configuration, sources: [any FlagSource] = [.overrides, .remote],
    suspects: Set<ExactString> = []
  ) {
    var configuration = configuration
    configuration.context = configuration.context.withoutEmptyIDs
    self.configuration = configuration
    isAppExtension = configuration.isAppExtension
    endpoint = Result { () throws(FeatureFlagsError) in
      try EvaluationEndpoint(
        baseURL: configuration.baseURL, clientKey: configuration.clientKey, timeout: configuration.effectiveTimeout)
    }
    let log: @Sendable (FlagLogMessage) -> Void = { [report = configuration.log] in report?($0) }
    let folder = configuration.storage.folder
    let identity = Self.identity(of: configuration.context.userID, configuration)
    warning = StorageWarning(log: log)
    let canSend = if case .success = endpoint { true } else { false }
    events = EventRecorder(
      configuration, folder: folder.map { "\($0)/\(identity.folder)" }, isAppExtension: isAppExtension,
      canSend: canSend, warning: warning)
    // Before all that writes, since it finds out whether the folder is this client's.
    runs = RunRecorder(
      configuration, token: events.run.name, folder: folder.map { "\($0)/\(identity.folder)/run" },
      isAppExtension: isAppExtension, warning: warning, exposures: events, sink: events)
    if runs.isTaken { events.keepInMemory() }
    let mayWrite = !isAppExtension && !runs.isTaken
    self.sources = SourceList(sources, log: log)
    // The stream tells of the server's changes only.
    let stream = self.sources.hasRemote ? StreamClient(configuration) : nil
    parts = [events, runs] + [stream].compactMap(\.self)
    store = AnswerStore(
      folder: folder, files: configuration.files, isReadOnly: !mayWrite, clock: configuration.clock,
      warning: warning, log: log)
    device = DeviceIdentity(
      applicationCode: configuration.applicationCode, folder: folder, files: configuration.files,
      mayMint: !isAppExtension, mayWrite: mayWrite, warning: warning, log: log)
    policies = FlagPolicies(
      configuration.declared, stability: configuration.stability, impressions: configuration.impressions)
    kinds = DeclaredKinds(configuration.declared)
    board = SnapshotBoard(clock: configuration.clock, policies: policies)
    overrideStore = OverrideStore(
      folder: folder, scope: identity.folder, files: configuration.files, isReadOnly: !mayWrite, warning: warning,
      log: log)
    var state = Self.startingState(configuration, device, storedAs: identity)
    state.sources = self.sources.own.map { _ in SourceState() }
    state.isAskable = self.sources.isAskable
    if configuration.guardsAgainstCrashLoops {
      state.suspects = policies.suspects(among: suspects.union(runs.suspects))
    }
    core = Lock(state)
    events.attach(self)
    board.onFirstRead = { [events] in events.recordFirstRead($0) }
    if case .failure(let error) = endpoint, self.sources.hasRemote {
      log(FlagLogMessage(level: .error, text: error.message))
    }
    if configuration.effectiveTimeout != configuration.requestTimeout {
      let text = "requestTimeout: \(configuration.requestTimeout) is not a positive number of seconds; using 10"
      log(FlagLogMessage(level: .warning, text: text))
    }
    if folder == nil, configuration.storage != .memory {
      log(FlagLogMessage(level: .warning, text: "storage: there is no such folder; flags are kept in memory only"))
    }
    loadOverrides()
    let loaded = store.load(identity)
    let known = loadSources(for: state.context)
    step { state, moment in
      installSources(known, of: 0, in: &state, at: moment)
      install(loaded, in: &state, at: moment, cause: nil)
    }
    beginRun()
  }

  /// Does one step: changes the state in memory, then does outside the lock what the step left word of.
  @discardableResult
  func step<Value>(_ body: (inout EngineState, Moment) -> Value) -> Value {
    let moment = Moment(clock)
    var shouldDeliver = false
    let (value, effects) = core.withLock { state in
      // Another thread may have done a later step between the look at the clock and here; time must not go back, or an
      // answer that just arrived would seem to come from the future.
      let moment = state.latest.map { $0.uptime > moment.uptime ? $0 : moment } ?? moment
      state.latest = moment
      let value = body(&state, moment)
      arm(&state)
      if !state.outbox.isEmpty, !state.isDelivering {
        state.isDelivering = true
        shouldDeliver = true
      }
      defer { state.effects = [] }
      return (value, state.effects)
    }
    for effect in effects { perform(effect, at: moment) }
    if shouldDeliver { Task { @MainActor in deliver() } }
    return value
  }

  private func perform(_ effect: Effect, at moment: Moment) {
    switch effect {
    case .resume(let continuation, let result): continuation.resume(with: result.mapError { $0 as any Error })
    case .ready(let continuation, let state): continuation.resume(returning: state)
    case .next(let continuation, let change): continuation.resume(returning: change)
    case .cancel(let task): task.cancel()
    case .log(let message): configuration.log?(message)
    case .tell(let event): for part in parts { part.engine(self, did: event, at: moment) }
    }
  }

  static func identity(of userID: String?, _ configuration: FeatureFlags.Configuration) -> AnswerIdentity {
    AnswerIdentity(
      userID: userID, applicationCode: configuration.applicationCode, clientKey: configuration.clientKey)
  }
}

extension FlagContext {
  /// The same with empty ids as absent ones, which is what they mean.
  var withoutEmptyIDs: FlagContext {
    var copy = self
    if copy.userID?.isEmpty == true { copy.userID = nil }
    if copy.deviceID?.isEmpty == true { copy.deviceID = nil }
    return copy
  }
}
