import SerinFlags
import Store

/// What was counted and is not written down yet.
struct UnwrittenUsage: Sendable {
  /// What is counted together.
  private struct Name: Hashable {
    let environment: Int64
    let flagID: String
    let hour: Int64
    let ruleID: ExactString
    let variation: ExactString
    let appVersion: ExactString

    init(_ usage: FlagUsage) {
      environment = usage.environment
      flagID = usage.flagID
      hour = usage.hour
      ruleID = ExactString(usage.ruleID)
      variation = ExactString(usage.variation)
      appVersion = ExactString(usage.appVersion)
    }
  }

  /// How many different counts are kept while the store cannot take them.
  let capacity: Int
  /// How many evaluations found no room since somebody asked.
  private(set) var leftOut: Int64 = 0
  private var counts: [Name: FlagUsage] = [:]
  /// How many of them are uses of every flag.
  private var everyFlagCount = 0
  /// What is being written.
  private var underway: [FlagUsage] = []

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// What is not known to be in the store.
  var pending: PendingUsage { PendingUsage(waiting: Array(counts.values), underway: underway) }

  /// Adds what was counted.
  mutating func add(_ taken: UsageCounters.Counts) {
    leftOut += taken.leftOut
    for block in taken.blocks {
      for row in block.rows where !row.isEmpty {
        let usage = FlagUsage(
          environment: block.layout.environment, flagID: FlagUsage.everyFlag, hour: block.hour, appVersion: row.version,
          evaluated: Int64(row.unchanged), lastAt: row.lastAt)
        if row.unchanged > 0 || row.hasLeftOut { add(usage) }
        block.layout.forEach(in: row.counts) { flagID, answer, count in
          var usage = usage
          usage.flagID = flagID
          usage.ruleID = answer.ruleID
          usage.variation = answer.variation
          usage.evaluated = Int64(count)
          add(usage)
        }
      }
    }
  }

  private mutating func add(_ usage: FlagUsage) {
    let name = Name(usage)
    if var known = counts[name] {
      known.evaluated += usage.evaluated
      known.exposed += usage.exposed
      known.lastAt = max(known.lastAt, usage.lastAt)
      counts[name] = known
    } else if usage.flagID == FlagUsage.everyFlag {
      // They are few, one for each environment, hour and version, so they always have room.
      counts[name] = usage
      everyFlagCount += 1
    } else if counts.count - everyFlagCount < capacity {
      counts[name] = usage
    } else {
      leftOut += usage.evaluated
      // That somebody asked is noted also without room, as a use of every flag.
      add(
        FlagUsage(
          environment: usage.environment, flagID: FlagUsage.everyFlag, hour: usage.hour, appVersion: usage.appVersion,
          lastAt: usage.lastAt))
    }
  }

  /// Takes everything out to write it.
  ///
  /// Rows of one flag and hour are beside one another, as the store has them.
  mutating func begin() -> [FlagUsage] {
    underway = counts.values.sorted { ($0.environment, $0.flagID, $0.hour) < ($1.environment, $1.flagID, $1.hour) }
    counts = [:]
    everyFlagCount = 0
    return underway
  }

  /// Forgets what was written, and keeps the rest for the next time.
  /// - Parameter written: How many rows of what was taken out are in the store.
  mutating func end(written: Int) {
    let rest = underway.dropFirst(written)
    underway = []
    for usage in rest { add(usage) }
  }

  /// How many evaluations were not counted since the last time this was asked.
  mutating func takeLeftOut() -> Int64 {
    defer { leftOut = 0 }
    return leftOut
  }
}
