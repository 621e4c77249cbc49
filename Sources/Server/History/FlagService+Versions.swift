import SerinFlags
import Store

extension FlagService {
  /// What a flag was in one environment.
  /// - Throws: 404 when the project never had it.
  func history(of key: String, in place: Place) async throws(Problem) -> VersionHistory<FlagView> {
    VersionHistory(current: try await view(key, in: place), store: store)
  }

  /// A flag as it was at one of its versions.
  /// - Throws: 404 when it never was there.
  func view(_ key: String, at versions: VersionPair, in place: Place) async throws(Problem) -> FlagView {
    try await history(of: key, in: place).thing(at: versions)
  }

  /// Makes a flag in one environment what it was at an earlier version, as a new version.
  ///
  /// Its own fields come back too. Whether it is killed or archived stays as it is: those have ways back of their own.
  /// - Throws: 422 when it would refer to what is gone meanwhile, or when a property would change its type; 404, 409.
  func restore(
    _ key: String, to versions: VersionPair, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> FlagView {
    let past = try await view(key, at: versions, in: place)
    return try await changing(place.project) { () async throws(Problem) in
      try await replaceNow(
        key, document: .object(past.editable), versions: nil, action: "flag.restore", in: place, by: caller,
        reason: reason)
    }
  }
}
