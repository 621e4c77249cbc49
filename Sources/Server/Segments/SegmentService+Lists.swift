import HTTP
import SerinFlags
import Store

extension SegmentService {
  /// What an upload did to a list.
  struct ListResult: Sendable {
    let details: SegmentDetails
    /// How many lines were sent.
    let lines: Int
    let added: Int
    let removed: Int
  }

  /// The ids that all lists of this server may have together.
  static let nodeLimit = 20_000_000

  /// Changes a segment's list in one environment by ids that are sent one on a line.
  ///
  /// Everything that takes long happens before the change itself, which is one small transaction: until then, and when
  /// anything fails, the list is what it was.
  /// - Parameter versions: What the list must be at; nil for whatever is there.
  /// - Throws: 422 that names the line of a bad id, 409 for a segment that is no list, 412 for another version.
  func changeList(
    of key: String, _ edit: ListEdit, by lines: HTTPBodyStream, versions: VersionPair?, in place: Place,
    by caller: Caller, reason: String
  ) async throws(Problem) -> ListResult {
    // Found out before millions of lines are read.
    try Self.checkVersions(versions, try await listDetails(key, in: place))
    return try await keeper.uploads.with { () async throws(Problem) in
      // Not on the event loop, where the task of a handler runs.
      let task = Task.detached { () async -> Result<ListResult, Problem> in
        do throws(Problem) {
          let given = try await GivenIDs(lines: lines, environmentID: place.environment.id)
          return .success(
            try await apply(given, edit, to: key, versions: versions, in: place, by: caller, reason: reason))
        } catch {
          return .failure(error)
        }
      }
      return try await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }.get()
    }
  }

  private func apply(
    _ given: GivenIDs, _ edit: ListEdit, to key: String, versions: VersionPair?, in place: Place,
    by caller: Caller, reason: String
  ) async throws(Problem) -> ListResult {
    for _ in 0..<FlagService.attempts {
      let current = try await listDetails(key, in: place)
      try Self.checkVersions(versions, current)
      let old = try await ids(of: current)
      let new = try edit.apply(given, to: old, environmentID: place.environment.id)
      let removed = old.list.subtracting(new.list).count
      let result = { (details: SegmentDetails) in
        ListResult(
          details: details, lines: given.lines, added: new.list.count - (old.list.count - removed), removed: removed)
      }
      let change = ListChange(current: current, new: new, caller: caller, reason: reason)
      if change.condition == current.entry?.definition?.condition { return result(current) }
      try checkRoom(for: new.list.count, instead: old.list.count)
      guard try await commit(change, in: place) else { continue }
      return result(try await details(key, in: place))
    }
    throw Problem(.conflict, "segment \"\(key)\" is being changed by others all the time; try again")
  }

  /// The details of a segment whose list may be changed.
  private func listDetails(_ key: String, in place: Place) async throws(Problem) -> SegmentDetails {
    let details = try await details(key, in: place)
    guard details.record.kind == SegmentKind.list.rawValue else {
      throw Problem(.conflict, "segment \"\(key)\" is no list: it is of the kind \(details.record.kind)")
    }
    try refuseNewer(details)
    return details
  }

  private static func checkVersions(_ wanted: VersionPair?, _ details: SegmentDetails) throws(Problem) {
    guard let wanted, wanted != details.versions else { return }
    throw Problem(
      .preconditionFailed,
      "segment \"\(details.record.key)\" is at \"\(details.versions.text)\", not \"\(wanted.text)\"; nothing was changed"
    )
  }

  /// The ids that a segment has now.
  func ids(of details: SegmentDetails) async throws(Problem) -> GivenIDs {
    let environmentID = details.environment.id
    switch details.entry?.definition?.condition {
    case .list(let list): return try GivenIDs(list.ids, environmentID: environmentID)
    case .listed(let reference):
      let list = try await withStore { () async throws(StoreError) in
        try await keeper.list(reference.digest, in: environmentID)
      }
      guard let list else {
        throw Problem(.unavailable, "the list of segment \"\(details.record.key)\" cannot be read from the store")
      }
      return GivenIDs(list: list, texts: nil)
    default: return GivenIDs(list: IDList(), texts: [])
    }
  }

  private func checkRoom(for count: Int, instead old: Int) throws(Problem) {
    // Before millions of hashes are put aside; where the change is written it is looked at once more.
    guard count > GivenIDs.inline else { return }
    try flags.checkRoom(for: count - (old > GivenIDs.inline ? old : 0))
  }
}
