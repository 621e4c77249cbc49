import SerinFlags
import SerinLock
import Store

/// Which cell of the counters belongs to which answer of which flag, for one environment.
///
/// A flag gets its cells when it is compiled, one for each outcome, so that counting an evaluation takes no look-up. Cells are
/// never given again: a ruleset that replaced a flag often enough begins a new layout.
final class UsageLayout: Sendable {
  /// What a cell counts.
  struct Answer: Sendable {
    let ruleID: String
    let variation: String
  }

  private struct Flag: Sendable {
    let id: String
    let firstCell: Int
    let answers: [Answer]
  }

  private struct State {
    var flags: [Flag] = []
    var cellCount = 0
    /// The hour of ``versions``, in hours since 1970 UTC.
    var hour: Int64 = 0
    /// The versions of apps that are told apart in that hour.
    var versions: Set<ExactString> = []
  }

  /// The environment's number.
  let environment: Int64
  private let state = Lock(State())

  init(environment: Int64) {
    self.environment = environment
  }

  /// How many cells there are.
  var cellCount: Int { state.withLock { $0.cellCount } }

  /// Gives a flag cells for what it can answer.
  /// - Returns: The cell of its first outcome; those of the others follow.
  func reserve(_ flagID: String, for flag: CompiledFlag) -> Int {
    let answers = flag.outcomes.map { Answer(ruleID: $0.ruleId, variation: $0.variation) }
    return state.withLock { state in
      let first = state.cellCount
      state.flags.append(Flag(id: flagID, firstCell: first, answers: answers))
      state.cellCount += answers.count
      return first
    }
  }

  /// Whether a version of an app is told apart in an hour, on whichever thread it asks: the first ones are.
  ///
  /// Anybody can make versions up; without this each thread would tell others apart.
  func admits(_ version: String, in hour: Int64) -> Bool {
    state.withLock { state in
      if hour > state.hour {
        state.hour = hour
        state.versions = []
      }
      let name = ExactString(version)
      if state.versions.count < FlagUsage.maximumVersions { state.versions.insert(name) }
      return state.versions.contains(name)
    }
  }

  /// Calls `body` with each count that is not zero.
  ///
  /// - Parameter counts: The cells from the first one on; those at the end may be missing.
  func forEach(in counts: [UInt32], _ body: (_ flagID: String, _ answer: Answer, _ count: UInt32) -> Void) {
    let flags = state.withLock { $0.flags }
    for flag in flags {
      for (offset, answer) in flag.answers.enumerated() where flag.firstCell + offset < counts.count {
        let count = counts[flag.firstCell + offset]
        if count > 0 { body(flag.id, answer, count) }
      }
    }
  }
}
