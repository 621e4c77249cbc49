import SerinLock

/// How many lists may be uploaded at the same time: each may take some hundred megabytes while it is put together.
final class UploadSlots: Sendable {
  static let limit = 2
  private let taken = Lock(0)

  /// Runs an upload when there is a free slot.
  /// - Throws: 503 when there is none.
  func with<R>(_ body: () async throws(Problem) -> R) async throws(Problem) -> R {
    let isFree = taken.withLock { taken in
      guard taken < Self.limit else { return false }
      taken += 1
      return true
    }
    guard isFree else {
      throw Problem(
        .unavailable, "\(Self.limit) lists are being uploaded already, as many as this server takes at a time",
        headers: [(name: "Retry-After", value: "5")])
    }
    defer { taken.withLock { $0 -= 1 } }
    return try await body()
  }
}
