import SerinFlags
import Store

extension FlagService {
  /// An operation with everything filled in that is to be as it is now: rule ids and salts of a new flag, and of an edit
  /// the members that it changes and the versions that it starts from.
  /// - Throws: 404 and 409 for a flag that cannot be edited, 412 for a version that never was.
  func settled(_ operation: PlannedOperation, in place: Place) async throws(Problem) -> PlannedOperation {
    switch operation {
    case .create(let key, let document, let reuse):
      return .create(flag: key, document: Self.completed(document), reuse: reuse)
    case .replace(let key, let patch):
      let base = if let base = patch.base { base } else { try await editableView(key, in: place).versions }
      var members: JSONObject = [:]
      switch patch.content {
      case .members(let given): members = given
      case .document(let document):
        let wanted = try Self.definition(key, .object(document)).editable
        let earlier = try await view(key, at: base, in: place).editable
        for (name, value) in wanted where earlier[name] != value { members[name] = value }
        for (name, _) in earlier where wanted[name] == nil { members[name] = .null }
      }
      return .replace(flag: key, FlagPatch(content: .members(members), base: base))
    case .setKilled, .setArchived, .setDeleted, .restore, .restoreSegment, .promote, .apply: return operation
    }
  }

  /// Does a planned operation, in the way in which it is done at once.
  /// - Throws: what the operation throws; 412 when a member that it changes was changed by others since.
  func perform(
    _ operation: PlannedOperation, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) {
    switch operation {
    case .create(let key, let document, let reuse):
      _ = try await create(
        key, document: document, reusing: reuse, in: place, by: caller,
        reason: reason.isEmpty ? reuse?.reason ?? "" : reason)
    case .replace(let key, let patch): try await perform(patch, of: key, in: place, by: caller, reason: reason)
    case .setKilled(let isKilled, let key):
      // Looked at first, so that a job that finds nothing to do is known from one that did something.
      guard try await editableView(key, in: place).item.isKilled != isKilled else { return }
      _ = try await setKilled(isKilled, key, in: place, by: caller, reason: reason)
    case .setArchived(let isArchived, let key):
      try await setArchived(
        isArchived, key, in: place.project, by: caller, reason: reason)
    case .setDeleted(let isDeleted, let key, let acknowledgesUse):
      try await setDeleted(
        isDeleted, key, acknowledgesUse: acknowledgesUse, in: place.project, by: caller, reason: reason)
    case .restore(let key, let versions):
      _ = try await restore(key, to: versions, in: place, by: caller, reason: reason)
    case .restoreSegment(let key, let versions):
      _ = try await SegmentService(flags: self).restore(key, to: versions, in: place, by: caller, reason: reason)
    case .promote(let promotion):
      let source = try keeper.state.ruleset(promotion.from, in: place.project).environment
      guard source.id != place.environment.id else {
        throw Problem(path: "from", message: "must be another environment than \"\(source.key)\" itself")
      }
      _ = try await promote(
        Promotion(
          source: source, target: place, flags: promotion.flags, parts: promotion.parts,
          bringsSegments: promotion.bringsSegments, versions: [:], caller: caller, reason: reason))
    case .apply(let json, let removed):
      let document = try Self.document(json, for: place, isWhole: false)
      let keys = try Self.removedSegments(.array(removed.map(JSONValue.string)), besides: document)
      _ = try await apply(
        Application(place: place, document: document, removedSegments: keys, caller: caller, reason: reason))
    }
  }

  private func perform(
    _ patch: FlagPatch, of key: String, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) {
    let settled = try await settled(.replace(flag: key, patch), in: place)
    guard case .replace(_, let patch) = settled, case .members(let members) = patch.content, let base = patch.base
    else { throw Problem(.internalError, "the edit of flag \"\(key)\" has no versions to start from") }
    var document = try await view(key, at: base, in: place).editable
    for (name, value) in members { document[name] = value == .null ? nil : value }
    _ = try await replace(
      key, document: .object(document), versions: base, in: place, by: caller, reason: reason)
  }

  /// The change that an operation would make now; nil when there is nothing to change.
  ///
  /// Nothing is written.
  /// - Parameter isGuarded: Whether a change that needs an approval is refused with 403.
  func change(
    by operation: PlannedOperation, in place: Place, by caller: Caller, isGuarded: Bool
  ) async throws(Problem) -> Change? {
    let probe = ChangeProbe(isGuarded: isGuarded)
    var service = self
    service.probe = probe
    try await service.perform(operation, in: place, by: caller, reason: "")
    return probe.change
  }
}

extension PlannedOperation {
  /// Refuses to plan something without a reason where the change itself needs one; a kill needs none.
  ///
  /// What concerns the whole project is looked at when it is made.
  /// - Throws: 422 that names the field.
  func checkReason(_ reason: String, in place: Place) throws(Problem) {
    if case .setKilled(true, _) = self { return }
    if !isOfProject { try place.environment.checkReason(reason) }
  }

  /// Refuses what somebody may not do.
  /// - Throws: 403 that says who may.
  func check(_ access: Access?, in place: Place) throws(Problem) {
    guard let access else { return }
    let environment = isOfProject ? nil : place.environment
    guard access.has(permission, in: place.project.id, environment: environment) else {
      throw Problem(.forbidden, "\(name) takes \(permission.holder)")
    }
  }
}
