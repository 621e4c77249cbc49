import HTTP
import Store

/// Carries requests with an `Idempotency-Key` out once, however often they are sent.
///
/// The key is claimed in the store before the operation runs, so that several nodes agree, and a claim of a server that ended
/// in the middle is settled by the audit log, which is written together with the change. A claim is good for as long as its
/// request runs: on this node because it is known to run, on others because its lease is renewed. Only answers of success are
/// kept, and sealed: some hold a secret that is shown once. A refused request gives its key back.
struct IdempotentCalls: Sendable {
  /// How long keys are remembered, in milliseconds: 24 hours.
  static let lifetime: Int64 = 24 * 60 * 60 * 1000
  /// How many keys one sender may have at a time.
  static let maximumKeys = 10_000
  /// How long a claim is good unless it is renewed, in milliseconds: 5 minutes.
  static let lease: Int64 = 5 * 60 * 1000

  let store: any IdempotencyStore
  let secrets: SecretBox
  /// The claims of the requests that run on this node.
  let running: RunningClaims

  /// Operations that write nothing although they are sent as if they did.
  private static let reading: Set = [
    "evaluateFlag", "evaluateFlags", "planPromotion", "planProjectDocument", "previewChange", "previewChangeRequest",
    "segmentContains",
    "verifyAudit", "verifyInstanceAudit",
  ]

  /// Whether an operation takes the header: those that change something for somebody who is known.
  ///
  /// Bodies that the handler reads itself are not at hand, and sending them again does nothing again anyway. A kill does nothing
  /// the second time either, and must wait for no claim.
  static func takes(_ operation: ControlOperation) -> Bool {
    !operation.method.isSafe && operation.needs != .anybody && (operation.body?.isJSON ?? true)
      && operation.id != "killFlag" && !reading.contains(operation.id)
  }

  /// Answers a call: from what was answered before, or by `handle`.
  /// - Throws: 409 while the same request runs, and when it was carried out and its answer is not known; 422 when the key
  ///   belongs to another request; what `handle` throws.
  func respond(
    to call: ControlCall, by operation: ControlOperation, _ handle: () async throws(Problem) -> HTTPResponse
  ) async throws(Problem) -> HTTPResponse {
    guard Self.takes(operation), let key = try IdempotencyKey(of: call.request), let requestID = call.request.id else {
      return try await handle()
    }
    let hash = key.hash(of: call.access.actor, by: secrets)
    let claim = IdempotencyClaim(
      keyHash: hash, owner: call.access.actor, fingerprint: IdempotencyKey.fingerprint(of: call.request, by: secrets),
      requestID: requestID, lease: Self.lease, lifetime: Self.lifetime, maximumKeys: Self.maximumKeys)
    // A request that runs here holds its key, whatever became of its lease in the store.
    if let other = running.claim(of: hash) {
      throw other.fingerprint == claim.fingerprint ? Self.isRunning : Self.isOther
    }
    let outcome = try await withStore { () async throws(StoreError) in try await store.claimIdempotencyKey(claim) }
    switch outcome {
    case .claimed: return try await carryOut(claim, handle)
    case .settled(let sealed): return try answer(sealed, hash)
    case .inProgress: throw Self.isRunning
    case .otherRequest: throw Self.isOther
    case .tooMany:
      throw Problem(
        .tooManyRequests, "there are \(Self.maximumKeys) keys of the last 24 hours, and no more are remembered",
        headers: [(name: "Retry-After", value: "3600")])
    }
  }

  private static var isRunning: Problem {
    Problem(
      .conflict, "the request with this \(IdempotencyKey.header) is being carried out",
      headers: [(name: "Retry-After", value: "1")])
  }

  private static var isOther: Problem {
    Problem(path: IdempotencyKey.header, message: "belongs to another request; a new request needs a key of its own")
  }

  private func carryOut(
    _ claim: IdempotencyClaim, _ handle: () async throws(Problem) -> HTTPResponse
  ) async throws(Problem) -> HTTPResponse {
    running.add(claim)
    defer { running.remove(claim) }
    let (hash, requestID) = (claim.keyHash, claim.requestID)
    let response: HTTPResponse
    do throws(Problem) {
      response = try await handle()
    } catch {
      // Should this fail too, the claim ends by itself.
      try? await store.releaseIdempotencyKey(keyHash: hash, requestID: requestID)
      throw error
    }
    let sealed = KeptAnswer(response)?.bytes.flatMap { secrets.seal($0, purpose: Self.purpose(hash)) }
    // The change is made and must be answered; without this the request would be known from the audit log.
    try? await store.settleIdempotencyKey(keyHash: hash, requestID: requestID, answer: sealed)
    return response
  }

  private func answer(_ sealed: [UInt8]?, _ hash: [UInt8]) throws(Problem) -> HTTPResponse {
    let kept = sealed.flatMap { secrets.open($0, purpose: Self.purpose(hash)) }.flatMap(KeptAnswer.init(parsing:))
    guard let kept else {
      throw Problem(
        .conflict, "this request was carried out, and what was answered is not kept; read what is there now")
    }
    return kept.response
  }

  private static func purpose(_ hash: [UInt8]) -> [UInt8] { Array("answer ".utf8) + hash }
}
