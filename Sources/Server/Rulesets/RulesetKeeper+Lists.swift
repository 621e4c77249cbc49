import SerinFlags
import Store

extension RulesetKeeper {
  /// Keeps a list at hand that a change is about to name, so that taking the change in does not read it back.
  func prepare(_ list: IDList, digest: String) { prepared[digest] = list }

  /// Lets go of a list that was at hand for a change.
  func release(digest: String) { prepared[digest] = nil }

  /// Every long list that the segments of a delta name, by their digests.
  ///
  /// Those in memory are among them: while others are read, a change may drop one that this delta needs. One that is not
  /// in the store is left out; the flags that use it say so.
  func lists(of delta: ItemDelta) async throws(StoreError) -> [String: IDList] {
    var lists: [String: IDList] = [:]
    for item in delta.items where item.kind == .segment && !item.isGone {
      for digest in SegmentEntry(item).listDigests where lists[digest] == nil {
        if let list = prepared[digest] {
          lists[digest] = list
        } else {
          lists[digest] = try await list(digest, in: delta.environment.id)
        }
      }
    }
    return lists
  }

  /// A list of an environment: from memory, else from the store.
  nonisolated func list(_ digest: String, in environmentID: String) async throws(StoreError) -> IDList? {
    if let list = state.rulesets[environmentID]?.lists[digest] { return list }
    return try await ListLoader(store: store, log: log).list(digest, in: environmentID)
  }
}
