import SerinFlags
import Store

extension FlagService {
  /// Says what a promotion would do, and what stands in its way.
  func plan(_ promotion: Promotion) async throws(Problem) -> PromotionOutcome {
    try await prepare(promotion).outcome
  }

  /// Does a promotion: all of it, or nothing.
  ///
  /// Rule ids and salts are kept, so everybody is in the same group in both environments. Kills are not taken over.
  /// - Throws: 422 with everything that stands in the way, a missing segment for example; 412 when a flag, or a segment that
  ///   comes along, is not at the version that the wish was made from, on either side.
  func promote(_ promotion: Promotion) async throws(Problem) -> PromotionOutcome {
    try await changing(promotion.target.project) { () async throws(Problem) in
      for _ in 0..<Self.attempts {
        var (outcome, edits) = try await prepare(promotion)
        guard outcome.issues.isEmpty else { throw Problem(issues: outcome.issues) }
        try checkReach(of: edits, by: promotion.caller, in: try now(promotion.target))
        if !edits.isEmpty {
          do throws(Problem) {
            try await commit(
              Change(chain: promotion.target.project.id, edits: edits), in: promotion.target.environment)
          } catch {
            if case .conflict? = error.storeError { continue }
            throw error
          }
        }
        outcome.isApplied = true
        outcome.revision =
          keeper.state.rulesets[promotion.target.environment.id]?.environment.revision ?? outcome.revision
        return outcome
      }
      throw Problem(.conflict, "the flags are being changed by others all the time; try again")
    }
  }

  private func prepare(_ promotion: Promotion) async throws(Problem) -> (outcome: PromotionOutcome, edits: [Edit]) {
    let place = try now(promotion.target)
    let from = Place(project: place.project, environment: promotion.source, environments: place.environments)
    let sources = try await contents(of: from, includesArchived: true)
    let targets = try await contents(of: place, includesArchived: true)
    var outcome = PromotionOutcome()
    outcome.revision = targets.revision
    var edits: [Edit] = []
    var changes: [CompiledRuleset.Change] = []
    for (source, target) in try Self.pairs(promotion, sources, targets) {
      let document = promotion.document(from: source, onto: target)
      do throws(Problem) {
        let definition = try Self.definition(target.flag.key, .object(document))
        let edit = try await replacement(
          of: target, with: definition, action: "flag.promote", in: place, by: promotion.caller,
          reason: promotion.reason)
        let differences = StructuralDiff(from: target.editable, to: edit == nil ? target.editable : definition.editable)
        outcome.flags.append(
          PromotionOutcome.Flag(
            key: target.flag.key, versions: PromotionVersions(target: target.versions, source: source.item.revision),
            changes: differences.changes))
        if let edit { edits.append(edit) }
        changes.append(.flag(FlagEntry(definition)))
      } catch {
        guard !error.errors.isEmpty else { throw error }
        outcome.issues += error.errors
      }
    }
    if promotion.bringsSegments {
      let records = try await segmentRecords(of: place.project)
      for segment in Self.missingSegments(after: changes, from: sources, in: targets) {
        let existing = targets.segments.first { $0.key.hasSameBytes(as: segment.key) }
        outcome.issues += try await listIssues(
          of: segment, in: place.environment, path: DocumentPath.member("segments", segment.key))
        let (edit, _) = try Self.edit(
          segment, over: existing, of: records[ExactString(segment.key)], in: place, by: promotion.caller,
          reason: promotion.reason)
        outcome.segments.append(segment.key)
        changes.append(.segment(SegmentEntry(segment)))
        // Segments first, so that a reader of the log sees them before what uses them.
        if let edit { edits.insert(edit, at: 0) }
      }
    }
    outcome.noteSegments(of: sources)
    try promotion.checkVersions(outcome)
    outcome.issues += keeper.state.rulesets[place.environment.id]?.document.issues(after: changes) ?? []
    return (outcome, edits)
  }

  /// The flags as they are on both sides, in the order of their keys.
  /// - Throws: 404 for a flag that one side does not have, 409 for an archived one.
  private static func pairs(
    _ promotion: Promotion, _ sources: EnvironmentContents, _ targets: EnvironmentContents
  ) throws(Problem) -> [(FlagView, FlagView)] {
    let from = Dictionary(sources.flags.map { (ExactString($0.flag.key), $0) }, uniquingKeysWith: { first, _ in first })
    let onto = Dictionary(targets.flags.map { (ExactString($0.flag.key), $0) }, uniquingKeysWith: { first, _ in first })
    let all = targets.flags.filter { $0.flag.archivedAt == nil }.map(\.flag.key)
    var pairs: [(FlagView, FlagView)] = []
    let wanted = promotion.flags.map { Set($0.map(ExactString.init)).map(\.string) }
    for key in wanted?.sorted(by: { $0.precedesInBytes($1) }) ?? all {
      guard let source = from[ExactString(key)], let target = onto[ExactString(key)] else {
        throw Problem(.flagNotFound, "the project has no flag \"\(key)\"")
      }
      guard target.flag.archivedAt == nil else {
        throw Problem(.conflict, "flag \"\(key)\" is archived; unarchive it first")
      }
      guard source.item.schema <= FlagItem.schema, target.item.schema <= FlagItem.schema else {
        throw Problem(.conflict, "flag \"\(key)\" was written by a newer version of Serin; promote it there")
      }
      pairs.append((source, target))
    }
    return pairs
  }

  /// The segments that the flags name, directly or through other segments, and that the target has not.
  private static func missingSegments(
    after changes: [CompiledRuleset.Change], from sources: EnvironmentContents, in targets: EnvironmentContents
  ) -> [SegmentDefinition] {
    let known = Set(targets.segments.filter { !$0.item.isGone }.map { ExactString($0.key) })
    let available = Dictionary(
      sources.segments.filter { !$0.item.isGone }.map { (ExactString($0.key), $0) },
      uniquingKeysWith: { first, _ in first })
    var waiting: [String] = []
    for case .flag(let entry) in changes { waiting += entry.segmentKeys }
    var found: [ExactString: SegmentDefinition] = [:]
    while let key = waiting.popLast().map(ExactString.init) {
      guard !known.contains(key), found[key] == nil, let entry = available[key]?.entry,
        let segment = entry.definition
      else { continue }
      found[key] = segment
      waiting += entry.segmentKeys
    }
    return found.values.sorted { $0.key.precedesInBytes($1.key) }
  }
}

extension PromotionOutcome {
  /// Counts the segments that come along to what each flag takes from the source.
  fileprivate mutating func noteSegments(of sources: EnvironmentContents) {
    let taken = Set(segments.map(ExactString.init))
    let revision = sources.segments.filter { taken.contains(ExactString($0.key)) }.map(\.item.revision).max() ?? 0
    flags = flags.map { flag in
      let versions = PromotionVersions(target: flag.versions.target, source: max(flag.versions.source, revision))
      return Flag(key: flag.key, versions: versions, changes: flag.changes)
    }
  }
}

extension Promotion {
  /// - Throws: 412 for a flag that is at another version, on either side, than the wish was made from.
  fileprivate func checkVersions(_ outcome: PromotionOutcome) throws(Problem) {
    for flag in outcome.flags {
      guard let wanted = versions[flag.key], wanted != flag.versions else { continue }
      let place = wanted.target == flag.versions.target ? source.key : target.environment.key
      throw Problem(
        .preconditionFailed,
        "flag \"\(flag.key)\", or a segment that it takes along, was changed in \"\(place)\" since the differences were "
          + "shown; nothing was written",
        members: ["conflict": ["flag": .string(flag.key), "current": .string(flag.versions.text)]])
    }
  }

  /// The target's document with the parts that are taken over.
  fileprivate func document(from source: FlagView, onto target: FlagView) -> JSONObject {
    var document = target.editable
    let theirs = source.editable
    for name in parts.flatMap(\.members) { document[name] = theirs[name] }
    return document
  }
}
