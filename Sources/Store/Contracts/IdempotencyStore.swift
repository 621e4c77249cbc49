/// Which requests that change something were carried out under which key of their sender's.
///
/// That is no configuration: it leaves no audit rows.
public protocol IdempotencyStore: Sendable {
  /// Claims a key for a request that is about to be carried out, or says what became of the request that has it.
  ///
  /// A claim whose lease is over belongs to a server that ended in the middle, since one that runs renews it. Whether it had
  /// carried the request out is then known from the audit log, in which its request has its id: it did, or the claim passes
  /// to the caller. Where a store belongs to one process at a time, opening it ends the leases of the processes before.
  func claimIdempotencyKey(_ claim: IdempotencyClaim) async throws(StoreError) -> IdempotencyClaim.Outcome

  /// Renews the leases of requests that are still being carried out, all of them in one transaction.
  ///
  /// - Parameters:
  ///   - claims: The ids of the requests by the hashes that they claimed. One that was settled, or that passed to another
  ///     request, stays as it is.
  ///   - lease: How long they are good from now on, in milliseconds.
  func renewIdempotencyLeases(of claims: [[UInt8]: String], lease: Int64) async throws(StoreError)

  /// Notes that a claimed request was carried out.
  ///
  /// - Parameters:
  ///   - keyHash: The hash that was claimed.
  ///   - requestID: The request that claimed it; another's claim is left as it is.
  ///   - answer: What was answered; nil when that is not kept.
  func settleIdempotencyKey(keyHash: [UInt8], requestID: String, answer: [UInt8]?) async throws(StoreError)

  /// Gives a claimed key back because its request was refused.
  ///
  /// What the audit log knows of was carried out all the same, whatever its sender heard: its key stays taken.
  func releaseIdempotencyKey(keyHash: [UInt8], requestID: String) async throws(StoreError)

  /// Forgets keys that were claimed more than `lifetime` milliseconds ago by the store's clock.
  func removeOldIdempotencyKeys(lifetime: Int64) async throws(StoreError)
}

/// What claims an idempotency key.
public struct IdempotencyClaim: Sendable, Hashable {
  /// What became of a claim.
  public enum Outcome: Sendable, Hashable {
    /// The request is to be carried out now.
    case claimed
    /// The same request is being carried out.
    case inProgress
    /// The same request was carried out; with what was answered, if that was kept.
    case settled(answer: [UInt8]?)
    /// The key belongs to another request.
    case otherRequest
    /// The owner has as many keys as anybody may have.
    case tooMany
  }

  /// A hash of the key and of whose it is.
  public var keyHash: [UInt8]
  /// Whose it is, as the audit log names them.
  public var owner: String
  /// A hash of everything that the request asks for.
  public var fingerprint: [UInt8]
  /// The id under which the audit log will know the request.
  public var requestID: String
  /// How long the claim is good unless it is renewed, in milliseconds; after that whoever claimed the key has ended.
  public var lease: Int64
  /// How long keys are remembered, in milliseconds.
  public var lifetime: Int64
  /// How many keys one owner may have at a time.
  public var maximumKeys: Int

  /// Creates a claim.
  public init(
    keyHash: [UInt8], owner: String, fingerprint: [UInt8], requestID: String, lease: Int64, lifetime: Int64,
    maximumKeys: Int
  ) {
    self.keyHash = keyHash
    self.owner = owner
    self.fingerprint = fingerprint
    self.requestID = requestID
    self.lease = lease
    self.lifetime = lifetime
    self.maximumKeys = maximumKeys
  }
}
