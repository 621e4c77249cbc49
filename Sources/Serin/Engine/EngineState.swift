import Foundation

/// Everything about a client that changes; it lives behind one lock.
struct EngineState: Sendable {
  /// Who is asking.
  var context: FlagContext {
    didSet { units.remember(oldValue, of: generation, insteadOf: context) }
  }
  /// The attributes that the app gave.
  var givenAttributes: JSONObject
  /// The attributes that the device has by itself.
  var deviceAttributes: JSONObject = [:]
  /// Whom the contexts were for that are gone.
  var units = UnitsHistory()
  /// Where the answer for this user is kept.
  var storedAs: AnswerIdentity
  /// Grows whenever anything of the context changes: an answer counts only for the generation it was asked for.
  var generation: UInt64 = 0
  /// Whether the files can be read.
  var gate = Gate.open

  /// What the server says.
  var remote = AnswerLayer()
  /// The server's answer in effect; nil when there is none.
  var held: HeldAnswer? {
    get { remote.held }
    set { remote.held = newValue }
  }
  /// The sources of the app's own, in the order of ``SourceList/own``.
  var sources: [SourceState] = []
  /// Whether there is anybody to ask for newer flags.
  var isAskable = true
  /// Whether the stored flags of a new user are being loaded.
  var isLoading = false
  /// What is set by hand on this device.
  var overrides: [ExactString: FlagOverride] = [:]
  /// Whether what is set by hand was read from the file.
  var areOverridesLoaded = false
  var hasWarnedOfOverrides = false
  /// The flags that the app crashed with, until there is a new answer.
  var suspects: Set<ExactString> = []
  /// The flags that listeners know of.
  var announced = FlagTable.empty
  /// The error of the latest request, or nil when that one succeeded.
  var lastError: FeatureFlagsError?
  /// The latest generation for which a request has ended, either way.
  var settledGeneration: UInt64?
  /// The latest generation for which the server gave or confirmed an answer.
  var answeredGeneration: UInt64?

  /// The request, or the round of the app's own sources, that is under way for the present generation.
  var flight: Flight?
  /// Whether any request was ever sent.
  var hasSent = false
  var pacing = Pacing()
  /// A request that was put off.
  var postponed: PostponedRequest?
  /// Who waits for the next answer.
  var waiters: [RefreshWaiter] = []
  /// Who waits until there is an answer or an error.
  var readiness: [ReadyWaiter] = []

  var session = Session()
  var isStarted = false
  var isClosed = false
  var following: Task<Void, Never>?
  var signalTasks: [Task<Void, Never>] = []
  /// Set for the earliest thing to do.
  var timer: ArmedTimer?
  /// The number of the connection by which the server announces changes, while it is open.
  var openStream: UInt64?
  var listeners: [ListenerEntry] = []
  var readers: [ChangesReader] = []
  weak var owner: FeatureFlags?

  /// What is left to do once the lock is free.
  var effects: [Effect] = []
  /// What is left to do on the main thread, in order.
  var outbox: [Delivery] = []
  var isDelivering = false

  /// The last number given out for a request or a waiter.
  var lastNumber: UInt64 = 0
  /// The latest time that a step was done at; see ``FlagEngine/step(_:)``.
  var latest: Moment?

  init(context: FlagContext, storedAs: AnswerIdentity) {
    self.context = context
    givenAttributes = context.attributes.withoutNulls
    self.storedAs = storedAs
  }

  /// Whether the stored answers can be reached.
  enum Gate: Sendable {
    case open
    /// There may be files that cannot be read yet, so nothing is sent or written.
    case locked
  }

  /// Whether the app is in front of a person, and since when it is not.
  struct Session: Sendable {
    var isActive = false
    var hasBegun = false
    var inBackgroundSince: TimeInterval?

    /// So many seconds in background end a session.
    static let longestPause: TimeInterval = 30 * 60
  }

  /// A request under way, or a round of the app's own sources where there is no server among them.
  struct Flight: Sendable {
    let number: UInt64
    let contextDigest: String
    let hasValidator: Bool
    /// Whether it repeats a request whose validator was refused.
    let isRepeat: Bool
    let deadline: TimeInterval
    /// nil for a round, whose end is that of the last source.
    let task: Task<Void, Never>?
    /// The flags when it began.
    let before: FlagTable
  }

  /// A request that goes out later than it was asked for.
  struct PostponedRequest: Sendable {
    let due: TimeInterval
    /// Whether it lets the reports of how earlier runs ended go first; else it waits for more attributes.
    let isAfterReports: Bool
  }

  /// A listener, which is not kept alive.
  struct ListenerEntry: Sendable {
    let number: UInt64
    weak var listener: (any FeatureFlagsUpdateListener)?
  }
}

extension EngineState {
  /// The earliest uptime at which something must be done, or nil.
  var nextDue: TimeInterval? {
    guard !isClosed else { return nil }
    var due = [flight?.deadline, held?.expiresAt, postponed?.due] + readiness.map(\.deadline)
    due += sources.map(\.nextDue)
    if session.isActive { due += [pacing.retryAt, pacing.hourlyAt] }
    return due.compactMap(\.self).min()
  }

  /// Whether whoever waits until flags are ready has waited enough.
  ///
  /// An answer for this context is there; or a request for it failed and no other is under way.
  var isReady: Bool {
    !isAskable || answeredGeneration == generation || (settledGeneration == generation && flight == nil)
  }

  /// Has a task cancelled once the lock is free: its handlers are the code of a transport, a source or a clock.
  mutating func cancel(_ task: Task<Void, Never>?) {
    if let task { effects.append(.cancel(task)) }
  }

  /// A number that was not given out before.
  mutating func newNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// The state in the words of the API.
  func summary(at moment: Moment) -> FlagsState {
    // The server's, if it has one, since its age is what a person asks for.
    let held = ([held] + sources.map(\.answers.held)).lazy.compactMap { $0 }.first { $0.isCurrent(at: moment) }
    let isLasting = held?.expiresAt == .infinity
    return FlagsState(
      origin: held?.origin ?? .code, isPartial: held?.isPartial ?? false, epoch: held?.epoch,
      revision: held?.revision, confirmedAt: isLasting ? nil : held?.stamp.wall,
      expiresAt: isLasting ? nil : held?.expiryDate, lastError: lastError, isStreaming: openStream != nil)
  }
}
