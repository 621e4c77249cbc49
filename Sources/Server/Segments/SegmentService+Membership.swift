import SerinFlags
import Store

extension SegmentService {
  /// Whether an id is in a segment's list, now or at an instant of the past.
  ///
  /// - Parameter instant: Milliseconds since 1970 UTC; nil for now.
  /// - Throws: 409 for a segment that is no list, 422 for an id that can be in none, 404.
  func contains(_ id: String, key: String, at instant: Int64?, in place: Place) async throws(Problem) -> Bool {
    var builder = IDListBuilder(environmentID: place.environment.id)
    do throws(IDListError) { try builder.add(id) } catch {
      guard case .badID(_, let problem) = error else { throw Problem(path: "id", message: "\(error)") }
      throw Problem(path: "id", message: "\(problem)")
    }
    let details = try await details(key, in: place)
    guard details.record.kind == SegmentKind.list.rawValue else {
      throw Problem(
        .conflict, "segment \"\(key)\" is no list: evaluate a flag that uses it to see whether somebody belongs to it")
    }
    let item = try await self.item(of: details, at: instant)
    guard let item, !item.isGone else { return false }
    switch SegmentEntry(item).definition?.condition {
    case .list(let list): return list.ids.contains { $0.hasSameBytes(as: id) }
    case .listed(let reference):
      return try await isListed(
        ListedID(id, environmentID: place.environment.id, engine: .hardware), in: reference, of: place.environment)
    default: return false
    }
  }

  /// The item as it was at an instant; nil before there was one.
  private func item(of details: SegmentDetails, at instant: Int64?) async throws(Problem) -> ItemRecord? {
    guard let instant, let current = details.item, current.updatedAt > instant else { return details.item }
    let past = try await withStore { () async throws(StoreError) in
      try await store.items(environmentID: details.environment.id, at: instant, kind: .segment)
    }
    return past.items.first { $0.id.hasSameBytes(as: details.record.key) }
  }

  private func isListed(
    _ id: ListedID, in reference: ListReference, of environment: EnvironmentRecord
  ) async throws(Problem) -> Bool {
    if let list = keeper.state.rulesets[environment.id]?.lists[reference.digest] { return list.contains(id) }
    // Of a list of the past, the one bucket is enough.
    let chunks = try await withStore { () async throws(StoreError) -> [ListChunk] in
      guard let digest = [UInt8](hexadecimal: reference.digest),
        let state = try await store.list(environmentID: environment.id, digest: digest)
      else { return [] }
      return try await store.listChunks(of: state, buckets: id.bucket..<(id.bucket + 1))
    }
    do throws(IDListError) {
      for chunk in chunks where try IDBucket(index: chunk.bucket, encoded: chunk.hashes).ids.contains(id) {
        return true
      }
    } catch {
      throw Problem(.internalError, "the stored list is damaged: \(error)")
    }
    return false
  }
}
