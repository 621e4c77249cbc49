import SerinFlags
import Store

/// Gives a revision of its own to every instant at which answers change, so that clients hear of it as of a change.
///
/// Several nodes may run one on the same store: one of them writes the revision.
actor InstantRunner {
  private let keeper: RulesetKeeper
  private let sleep: @Sendable (Int64) async -> Void
  private let log: @Sendable (String) -> Void
  /// The last instant of each environment that is part of its revision.
  private var passed: [String: Timestamp] = [:]
  /// How often in a row the store could not be written.
  private var failures = 0

  /// How long the runner sleeps at most, in milliseconds: clocks may be set, and flags are changed.
  static let longestSleep: Int64 = 1000
  /// How long it waits at most before it tries again, in milliseconds.
  static let longestPause: Int64 = 60_000

  /// Creates a runner.
  ///
  /// - Parameter sleep: Waits so many milliseconds, or until its task is cancelled.
  init(
    keeper: RulesetKeeper, sleep: @escaping @Sendable (Int64) async -> Void, log: @escaping @Sendable (String) -> Void
  ) {
    self.keeper = keeper
    self.sleep = sleep
    self.log = log
  }

  /// Writes revisions whenever instants pass, until the task is cancelled or the store is closed.
  func run() async {
    while !Task.isCancelled {
      do throws(StoreError) { try await passInstants() } catch {
        if error == .closed { return }
      }
      await sleep(failures == 0 ? untilNextInstant() : min(Self.longestPause, Self.longestSleep << min(failures, 8)))
    }
  }

  /// Writes a revision for every environment at which an instant has passed that is part of none.
  func passInstants() async throws(StoreError) {
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
      } catch .notFound {
        // The environment was removed in this moment.
        continue
      } catch {
        failures += 1
        // Evaluations go by the clock, so that only the announcement is late.
        if failures == 1, error != .closed {
          log("clients could not be told that an instant has passed: \(error); trying again from time to time")
        }
        throw error
      }
    }
    failures = 0
  }

  private func untilNextInstant() -> Int64 {
    let now = keeper.now
    let instants = keeper.state.rulesets.values.compactMap { $0.compiled.nextInstant(after: now) }
    guard let next = instants.min() else { return Self.longestSleep }
    // Rounded up: a moment before the instant there is nothing to do.
    return min(Self.longestSleep, (next.microseconds - now.microseconds + 999) / 1000)
  }
}
