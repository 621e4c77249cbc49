import SerinFlags
import Server

/// What applying a document would change, flag by flag and segment by segment.
struct ApplyPlan {
  /// What would happen to one flag.
  struct Step: Equatable {
    var key: String
    /// The word that servers use for it: `created`, `replaced` or `unchanged`.
    var result: String
    /// The members that differ, in the order of their names.
    var changes: [String]
    /// Whether the flag is killed now, which applying leaves as it is.
    var isKilled: Bool
  }

  /// What would happen to one segment.
  struct SegmentStep: Equatable {
    var key: String
    /// The word that servers use for it: `created`, `replaced`, `removed` or `unchanged`.
    var result: String
  }

  let steps: [Step]
  let segments: [SegmentStep]
  /// How many flags the environment has that the document does not mention.
  let others: Int

  /// Compares a document with what an environment holds.
  ///
  /// - Parameters:
  ///   - document: what is to be applied.
  ///   - removed: the keys of segments to remove.
  ///   - current: the environment's ruleset as the server exports it.
  /// - Throws: an unreachable server, when its answer is not a ruleset; a refusal when something would refer to what is
  ///   not there.
  init(
    _ document: RulesetDocument, removing removed: [String] = [], replacing current: JSONValue
  ) throws(CommandFailure) {
    let present: RulesetDocument
    do {
      present = try RulesetDocument(json: current, mode: .read)
    } catch {
      var failure = CommandFailure.unreachable("the server does not answer like a Serin server: its ruleset is not one")
      failure.issues = error.issues.map(CommandFailure.Issue.init)
      throw failure
    }
    segments = Self.segmentSteps(document, removing: removed, replacing: present)
    let flagChanges = document.flags.map { CompiledRuleset.Change.flag($0) }
    let segmentChanges = document.segments.map { CompiledRuleset.Change.segment($0) }
    let issues = present.issues(
      after: flagChanges + segmentChanges + removed.map { CompiledRuleset.Change.noSegment(key: $0) })
    guard issues.isEmpty else {
      throw .refused(
        "the environment would not be sound with the document", issues: issues.map(CommandFailure.Issue.init))
    }
    let old = Dictionary(present.flags.map { (Array($0.key.utf8), $0.json) }) { first, _ in first }
    var found = 0
    steps = document.flags.map { entry in
      guard let old = old[Array(entry.key.utf8)] else {
        return Step(key: entry.key, result: "created", changes: [], isKilled: false)
      }
      found += 1
      let changes = Self.differences(old, entry.json)
      return Step(
        key: entry.key, result: changes.isEmpty ? "unchanged" : "replaced", changes: changes,
        isKilled: old["killed"]?.boolValue == true)
    }
    others = present.flags.count - found
  }

  /// The keys of the flags that would be created.
  var created: [String] { steps.filter { $0.result == "created" }.map(\.key) }

  /// Prints the plan.
  func show(on call: CommandCall) throws(CommandFailure) -> ExitCode {
    var table = Table("RESULT", "FLAG", "CHANGES", "NOTE")
    for step in steps {
      table.add(
        Table.Cell(step.result), Table.Cell(step.key), Table.Cell(step.changes.joined(separator: ", ")),
        step.isKilled ? Table.Cell("stays killed") { $0.red($1) } : "")
    }
    for step in segments { table.add(Table.Cell(step.result), Table.Cell("segment \(step.key)"), "", "") }
    let code = try call.show(json, as: table, whenEmpty: "the document has no flags")
    try call.console.remark("dry run: nothing was changed. Flags that the document does not mention: \(others)")
    return code
  }

  private var json: JSONValue {
    let results = steps.map { step -> JSONValue in
      [
        "key": .string(step.key), "result": .string(step.result), "killed": .bool(step.isKilled),
        "changes": .array(step.changes.map { .string($0) }),
      ]
    }
    let segments = segments.map { step -> JSONValue in
      ["key": .string(step.key), "result": .string(step.result)]
    }
    return ["dryRun": true, "results": .array(results), "segments": .array(segments)]
  }

  private static func segmentSteps(
    _ document: RulesetDocument, removing removed: [String], replacing present: RulesetDocument
  ) -> [SegmentStep] {
    let old = Dictionary(present.segments.map { (Array($0.key.utf8), $0.json) }) { first, _ in first }
    let written = document.segments.map { entry -> SegmentStep in
      guard let before = old[Array(entry.key.utf8)] else { return SegmentStep(key: entry.key, result: "created") }
      return SegmentStep(key: entry.key, result: before == entry.json ? "unchanged" : "replaced")
    }
    return written
      + removed.map { SegmentStep(key: $0, result: old[Array($0.utf8)] == nil ? "unchanged" : "removed") }
  }

  /// The names of the members that differ; whether a flag is killed or archived is not for a document to change.
  private static func differences(_ old: JSONValue, _ new: JSONValue) -> [String] {
    let names = Set((old.objectValue?.names ?? []) + (new.objectValue?.names ?? []))
    return names.subtracting(["killed", "archived"]).filter { old[$0] != new[$0] }.sorted()
  }
}
