import HTTP
import SerinFlags
import Store

/// Does what streams need at instants: tells of changes that were put off, and ends the streams of keys that have expired.
///
/// It waits for no store, so that what a kill has to tell is told whatever is being written.
actor AnnouncementRunner {
  private let keeper: RulesetKeeper
  private let announcer: ChangeAnnouncer
  private let streams: EventStreams
  private let signal: WakeSignal
  private let uptime: @Sendable () -> Int64
  private let sleep: @Sendable (Int64) async -> Void
  /// Up to which instant keys that expired are dealt with, in milliseconds since 1970 UTC.
  private var expiredUntil: Int64 = .min

  /// How long the runner sleeps at most, in milliseconds: clocks may be set, and keys may be made.
  static let longestSleep: Int64 = 1000

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - uptime: Milliseconds of a clock that only goes forward.
  ///   - sleep: Waits so many milliseconds, or until its task is cancelled.
  init(
    keeper: RulesetKeeper, announcer: ChangeAnnouncer, streams: EventStreams, signal: WakeSignal,
    uptime: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Int64) async -> Void
  ) {
    self.keeper = keeper
    self.announcer = announcer
    self.streams = streams
    self.signal = signal
    self.uptime = uptime
    self.sleep = sleep
  }

  /// Does what is due whenever it is due, until the task is cancelled.
  func run() async {
    var wakes = signal.wakes.makeAsyncIterator()
    while !Task.isCancelled {
      let delay = runDue()
      let timer = Task { [sleep, signal] in
        await sleep(delay)
        if !Task.isCancelled { signal.ring() }
      }
      _ = await wakes.next(isolation: self)
      timer.cancel()
    }
  }

  /// Does what is due now.
  /// - Returns: After how many milliseconds something may be due again.
  func runDue() -> Int64 {
    endExpired()
    let due = announcer.tellDue().map { max(0, $0 - uptime()) } ?? .max
    return min(due, Self.longestSleep)
  }

  private func endExpired() {
    let now = keeper.milliseconds
    for ruleset in keeper.state.rulesets.values {
      for (id, token) in ruleset.tokens {
        guard let instant = token.principal.expiresAt, instant > expiredUntil, instant <= now else { continue }
        streams.close(tag: EventTag(id))
      }
    }
    expiredUntil = now
  }
}
