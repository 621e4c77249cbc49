import SerinFlags
import Store

/// What a change would do to the answers of an environment, counted over the contexts that were seen there lately.
struct Impact: Sendable {
  /// So many evaluations before and as many after are made at most: then fewer contexts are looked at, never fewer flags.
  static let maximumEvaluations = 1_000_000
  /// So many contexts are shown as examples in all.
  static let maximumExamples = 300

  /// The instant that was evaluated for.
  let instant: Timestamp
  /// The revision that the change starts from.
  let revision: Int64
  /// Whether the environment keeps contexts at all.
  let keepsContexts: Bool
  /// Whether the operation would write anything here.
  let writes: Bool
  /// The contexts that were looked at, in the order of their hashes.
  let contexts: [FlagContext]
  /// When the oldest of them was seen, in milliseconds since 1970 UTC; nil without contexts.
  let sampledSince: Int64?
  /// The flags that are written and those that depend on what is written, each by key.
  let flags: [FlagImpact]
  /// For how many contexts the answer of at least one flag changes.
  let changedContexts: Int

  /// Whether anything is known: without contexts nothing is, which is not the same as no impact.
  var isKnown: Bool { !contexts.isEmpty }

  /// Evaluates the contexts over a ruleset as it is and as a change would leave it, at one instant.
  ///
  /// It computes for up to some seconds: not to be called from a task.
  init(
    of planned: PlannedRuleset, over seen: [RecentContextService.Seen], at instant: Timestamp,
    maximumEvaluations: Int = Impact.maximumEvaluations
  ) {
    let after = planned.after
    let written = planned.flags
    var affected = written
    for ruleset in [planned.before, after] {
      affected.formUnion(ruleset.document.flagsAffected(by: written, segments: planned.segments))
    }
    // A flag that is gone before and after has no answer to change.
    let keys = affected.filter { planned.before.flags[$0.string] != nil || after.flags[$0.string] != nil }
    let limit = max(1, maximumEvaluations / max(1, keys.count))
    let sample = seen.prefix(limit).compactMap { seen in
      (try? JSONValue(parsing: Array(seen.context.utf8), options: .lenient))
        .flatMap { try? FlagContext(json: $0) }.map { (context: $0, at: seen.at) }
    }
    let contexts = sample.map(\.context)
    var changed: Set<Int> = []
    flags = keys.sorted().map { key in
      FlagImpact(
        key.string, isWritten: written.contains(key), contexts, before: planned.before.compiled, after: after.compiled,
        at: instant, changedContexts: &changed)
    }
    self.instant = instant
    self.contexts = contexts
    revision = planned.before.environment.revision
    keepsContexts = planned.before.environment.keepsContexts
    writes = !planned.delta.items.isEmpty
    sampledSince = sample.map(\.at).min()
    changedContexts = changed.count
  }
}
