import SerinFlags
import Store

extension FlagService {
  /// What applying a document did to one flag.
  struct AppliedFlag: Sendable {
    enum Result: String, Sendable { case created, replaced, unchanged }
    let key: String
    let result: Result
    let isKilled: Bool
  }

  /// What applying a document did.
  struct Applied: Sendable {
    var flags: [AppliedFlag] = []
    var segments: [AppliedSegment] = []
    var revision: Int64 = 0
  }

  /// What is to be applied.
  struct Application: Sendable {
    /// Where.
    var place: Place
    /// The flags and segments to be there, all of them sound.
    let document: RulesetDocument
    /// The keys of the segments to be gone.
    let removedSegments: [String]
    let caller: Caller
    let reason: String
  }

  /// Makes an environment look like a ruleset document: all of it, or nothing.
  ///
  /// Flags and segments that the document does not mention stay as they are. Rule ids and salts are required: a document
  /// that is applied twice must not reshuffle anybody.
  func apply(_ application: Application) async throws(Problem) -> Applied {
    try await changing(application.place.project) { () async throws(Problem) in
      var application = application
      application.place = try now(application.place)
      for _ in 0..<Self.attempts {
        if let applied = try await applyOnce(application) { return applied }
      }
      throw Problem(.conflict, "the flags are being changed by others all the time; try again")
    }
  }

  /// Applies to what is there now; nil when somebody changed or created one of the flags in between.
  private func applyOnce(_ application: Application) async throws(Problem) -> Applied? {
    let place = application.place
    let contents = try await contents(of: place, includesArchived: true)
    var applied = Applied()
    var edits = try await flagEdits(application, contents, &applied)
    edits += try await segmentEdits(application, contents, &applied)
    let changes = application.document.flags.map { CompiledRuleset.Change.flag($0) }
    let segmentChanges = application.document.segments.map { CompiledRuleset.Change.segment($0) }
    let removals = application.removedSegments.map { CompiledRuleset.Change.noSegment(key: $0) }
    try checkReferences(in: place.environment, after: changes + segmentChanges + removals)
    try checkReach(of: edits, by: application.caller, in: place)
    if !edits.isEmpty {
      do throws(Problem) {
        try await commit(Change(chain: place.project.id, edits: edits), in: place.environment)
      } catch {
        switch error.storeError {
        case .conflict?, .duplicate?: return nil
        default: throw error
        }
      }
    }
    applied.revision = keeper.state.rulesets[place.environment.id]?.environment.revision ?? place.environment.revision
    return applied
  }

  private func flagEdits(
    _ application: Application, _ contents: EnvironmentContents, _ applied: inout Applied
  ) async throws(Problem) -> [Edit] {
    let place = application.place
    let existing = Dictionary(contents.flags.map { ($0.flag.key, $0) }, uniquingKeysWith: { first, _ in first })
    var edits: [Edit] = []
    for definition in application.document.flags.compactMap(\.definition) {
      let key = definition.key
      guard let view = existing[key] else {
        // A document never takes a key over from a flag that was deleted: whoever means that creates the flag.
        if let owner = try await owners(of: key, in: place.project).first { throw Self.keyIsTaken(by: owner) }
        edits.append(Self.creation(key, definition, in: place, by: application.caller, reason: application.reason))
        applied.flags.append(AppliedFlag(key: key, result: .created, isKilled: definition.isKilled))
        continue
      }
      guard view.flag.archivedAt == nil else {
        throw Problem(.conflict, "flag \"\(key)\" is archived; unarchive it or take it out of the document")
      }
      guard view.item.schema <= FlagItem.schema else {
        throw Problem(.conflict, "flag \"\(key)\" was written by a newer version of Serin; edit it there")
      }
      let edit = try await replacement(
        of: view, with: definition, in: place, by: application.caller, reason: application.reason)
      applied.flags.append(
        AppliedFlag(key: key, result: edit == nil ? .unchanged : .replaced, isKilled: view.item.isKilled))
      if let edit { edits.append(edit) }
    }
    return edits
  }

  private func segmentEdits(
    _ application: Application, _ contents: EnvironmentContents, _ applied: inout Applied
  ) async throws(Problem) -> [Edit] {
    let environment = application.place.environment
    let records = try await segmentRecords(of: application.place.project)
    let existing = Dictionary(contents.segments.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var edits: [Edit] = []
    for segment in application.document.segments.compactMap(\.definition) {
      if records[ExactString(segment.key)] == nil {
        try await refuseDeletedKey(segment.key, in: application.place.project)
      }
      try await checkLists(of: segment, in: environment, path: DocumentPath.member("segments", segment.key))
      let (edit, result) = try Self.edit(
        segment, over: existing[segment.key], of: records[ExactString(segment.key)], in: application.place,
        by: application.caller, reason: application.reason)
      applied.segments.append(AppliedSegment(key: segment.key, result: result))
      if let edit { edits.append(edit) }
    }
    for (index, key) in application.removedSegments.enumerated() {
      guard let current = existing[key] else {
        throw Problem(
          path: "removeSegments[\(index)]",
          message: "there is no segment \"\(key)\" in environment \"\(environment.key)\"")
      }
      let edit = try Self.removal(
        of: current, in: environment, by: application.caller, reason: application.reason)
      applied.segments.append(AppliedSegment(key: key, result: edit == nil ? .unchanged : .removed))
      if let edit { edits.append(edit) }
    }
    return edits
  }
}

extension FlagService.Applied {
  /// What was done, flag by flag and segment by segment.
  var json: JSONValue {
    let flags = flags.map { flag -> JSONValue in
      ["key": .string(flag.key), "result": .string(flag.result.rawValue), "killed": .bool(flag.isKilled)]
    }
    let segments = segments.map { segment -> JSONValue in
      ["key": .string(segment.key), "result": .string(segment.result.rawValue)]
    }
    return ["results": .array(flags), "segments": .array(segments), "revision": .number(Double(revision))]
  }
}
