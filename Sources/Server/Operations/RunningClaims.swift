import SerinLock
import Store

/// The idempotency keys of the requests that run on this node, each for exactly as long as its request does.
///
/// Safe to use from any thread.
final class RunningClaims: Sendable {
  private let claims = Lock<[[UInt8]: IdempotencyClaim]>([:])

  /// The claim of the request that runs with a key; nil when there is none.
  func claim(of keyHash: [UInt8]) -> IdempotencyClaim? { claims.withLock { $0[keyHash] } }

  /// Notes that a request runs.
  func add(_ claim: IdempotencyClaim) { claims.withLock { $0[claim.keyHash] = claim } }

  /// Notes that a request has ended, whose answer is kept or whose key was given back.
  func remove(_ claim: IdempotencyClaim) { claims.withLock { $0[claim.keyHash] = nil } }

  /// Renews the leases of all requests that run, for other nodes; to be called more often than a lease lasts.
  func renew(in store: any IdempotencyStore) async throws(StoreError) {
    let running = claims.withLock { $0.mapValues(\.requestID) }
    guard !running.isEmpty else { return }
    try await store.renewIdempotencyLeases(of: running, lease: IdempotentCalls.lease)
  }
}
