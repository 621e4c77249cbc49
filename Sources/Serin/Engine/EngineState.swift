import Foundation

/// Everything about a client that changes; it lives behind one lock.
struct EngineState: Sendable {
  /// Who is asking.
  var context: FlagContext
  /// Where the answer for this user is kept.
  var storedAs: AnswerIdentity
  /// Grows whenever anything of the context changes: an answer counts only for the generation it was asked for.
  var generation: UInt64 = 0
  /// Whether the files can be read.
  var gate = Gate.open

  /// The answer in effect; nil when no flags are known.
  var held: HeldAnswer?
  /// The flags that listeners know of.
  var announced = FlagTable.empty
  /// The error of the latest request, or nil when that one succeeded.
  var lastError: FeatureFlagsError?
  /// The latest generation for which a request has ended, either way.
  var settledGeneration: UInt64?
  /// The latest generation for which the server gave or confirmed an answer.
  var answeredGeneration: UInt64?

  /// The request that is under way for the present generation.
  var flight: Flight?
  /// Whether any request was ever sent.
  var hasSent = false
  var pacing = Pacing()
  /// When the request for changed attributes goes out.
  var attributesDueAt: TimeInterval?
  /// Who waits for the next answer.
  var waiters: [RefreshWaiter] = []
  /// Who waits until there is an answer or an error.
  var readiness: [ReadyWaiter] = []

  var session = Session()
  var isStarted = false
  var isClosed = false
  var following: Task<Void, Never>?
  var timer: ArmedTimer?
  /// The number of the connection by which the server announces changes, while it is open.
  var openStream: UInt64?
  var listeners: [ListenerEntry] = []
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

  /// A request under way.
  struct Flight: Sendable {
    let number: UInt64
    let contextDigest: String
    let hasValidator: Bool
    /// Whether it repeats a request whose validator was refused.
    let isRepeat: Bool
    let deadline: TimeInterval
    let task: Task<Void, Never>
  }

  /// The one timer, set for the earliest thing to do.
  struct ArmedTimer: Sendable {
    let due: TimeInterval
    let task: Task<Void, Never>
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
    var due = [flight?.deadline, held?.expiresAt, attributesDueAt] + readiness.map(\.deadline)
    if session.isActive { due += [pacing.retryAt, pacing.hourlyAt] }
    return due.compactMap(\.self).min()
  }

  /// Whether whoever waits until flags are ready has waited enough.
  ///
  /// An answer for this context is there; or a request for it failed and no other is under way.
  var isReady: Bool {
    answeredGeneration == generation || (settledGeneration == generation && flight == nil)
  }

  /// A number that was not given out before.
  mutating func newNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// The state in the words of the API.
  func summary(at moment: Moment) -> FlagsState {
    let held = held.flatMap { $0.isCurrent(at: moment) ? $0 : nil }
    return FlagsState(
      origin: held?.origin ?? .code, isPartial: held?.isPartial ?? false, epoch: held?.epoch,
      revision: held?.revision, confirmedAt: held?.stamp.wall, expiresAt: held?.expiryDate, lastError: lastError,
      isStreaming: openStream != nil)
  }
}
