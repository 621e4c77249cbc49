import HTTP
import SerinFlags
import Store

/// Does what streams need at instants: tells of changes that were put off, gives the instants at which answers change
/// revisions of their own, and ends the streams of keys that have expired.
actor AnnouncementRunner {
  private let keeper: RulesetKeeper
  private let announcer: ChangeAnnouncer
  private let streams: EventStreams
  private let signal: WakeSignal
  private let uptime: @Sendable () -> Int64
  private let sleep: @Sendable (Int64) async -> Void
  private let log: @Sendable (String) -> Void
  /// The last instant of each environment that has its revision.
  private var passed: [String: Timestamp] = [:]
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
    uptime: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Int64) async -> Void,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.keeper = keeper
    self.announcer = announcer
    self.streams = streams
    self.signal = signal
    self.uptime = uptime
    self.sleep = sleep
    self.log = log
  }

  /// Does what is due whenever it is due, until the task is cancelled.
  func run() async {
    var wakes = signal.wakes.makeAsyncIterator()
    while !Task.isCancelled {
      let delay = await runDue()
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
  func runDue() async -> Int64 {
    endExpired()
    await passInstants()
    let due = announcer.tellDue().map { max(0, $0 - uptime()) } ?? .max
    return min(due, Self.longestSleep, untilNextInstant())
  }

  private func untilNextInstant() -> Int64 {
    let now = keeper.now
    let instants = keeper.state.rulesets.values.compactMap { $0.compiled.nextInstant(after: now) }
    guard let next = instants.min() else { return .max }
    // Rounded up: a moment before the instant there is nothing to do.
    return (next.microseconds - now.microseconds + 999) / 1000
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

  /// Gives a new revision to environments whose answers have changed with time, so that clients learn of it.
  private func passInstants() async {
    let now = keeper.now
    for (id, ruleset) in keeper.state.rulesets {
      guard let instant = ruleset.compiled.lastInstant(at: now), passed[id] != instant else { continue }
      var edit = Edit(
        audit: AuditEntry(
          actor: "system", via: "time", action: "environment.advance", object: "environment:\(id)",
          reason: "answers changed at \(Instants.text(instant.microseconds / 1000))", requestID: ""))
      edit.environments = [.advance(id: id, past: instant.microseconds)]
      do throws(StoreError) {
        let commit = try await keeper.store.commit(Change(chain: ruleset.environment.projectID, edits: [edit]))
        await keeper.take(commit, touching: [id])
        passed[id] = instant
      } catch {
        // Evaluations go by the clock, so that only the announcement is late.
        if error != .closed { log("clients could not be told that an instant has passed: \(error); trying again") }
      }
    }
  }
}
