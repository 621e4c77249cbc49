import SerinFlags
import Store

extension SegmentService {
  /// What a segment was in one environment.
  /// - Throws: 404 when the project has none of that key.
  func history(of key: String, in place: Place) async throws(Problem) -> VersionHistory<SegmentDetails> {
    VersionHistory(current: try await details(key, in: place), store: store)
  }

  /// Makes a segment in one environment what it was at an earlier version, as a new version.
  ///
  /// Its description and tags come back too, and where the environment had no definition, it has none again. A long list
  /// comes back by its digest: nobody has to upload it once more.
  /// - Throws: 422 when it would refer to what is gone meanwhile, close a cycle or name a list that is not on this server;
  ///   422 when it would have no definition while others refer to it; 404, 409.
  func restore(
    _ key: String, to versions: VersionPair, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> SegmentDetails {
    let past = try await history(of: key, in: place).thing(at: versions)
    try refuseNewer(past)
    return try await change(key, action: "segment.restore", in: place, by: caller, reason: reason) { _ in past.editable
    }
  }
}
