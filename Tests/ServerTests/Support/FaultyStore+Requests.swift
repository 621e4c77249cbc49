import Store

extension FaultyStore {
  func claimIdempotencyKey(_ claim: IdempotencyClaim) async throws(StoreError) -> IdempotencyClaim.Outcome {
    try await store.claimIdempotencyKey(claim)
  }
  func renewIdempotencyLeases(of claims: [[UInt8]: String], lease: Int64) async throws(StoreError) {
    try await store.renewIdempotencyLeases(of: claims, lease: lease)
  }
  func settleIdempotencyKey(keyHash: [UInt8], requestID: String, answer: [UInt8]?) async throws(StoreError) {
    try await store.settleIdempotencyKey(keyHash: keyHash, requestID: requestID, answer: answer)
  }
  func releaseIdempotencyKey(keyHash: [UInt8], requestID: String) async throws(StoreError) {
    try await store.releaseIdempotencyKey(keyHash: keyHash, requestID: requestID)
  }
  func removeOldIdempotencyKeys(lifetime: Int64) async throws(StoreError) {
    try await store.removeOldIdempotencyKeys(lifetime: lifetime)
  }
  func saveDraft(_ draft: DraftRecord, maximum: Int) async throws(StoreError) -> DraftRecord? {
    try await store.saveDraft(draft, maximum: maximum)
  }
  func drafts(owner: String, projectID: String, environmentID: String?) async throws(StoreError) -> [DraftRecord] {
    try await store.drafts(owner: owner, projectID: projectID, environmentID: environmentID)
  }
  func draft(owner: String, environmentID: String, object: String) async throws(StoreError) -> DraftRecord? {
    try await store.draft(owner: owner, environmentID: environmentID, object: object)
  }
  func removeDraft(owner: String, environmentID: String, object: String) async throws(StoreError) -> Bool {
    try await store.removeDraft(owner: owner, environmentID: environmentID, object: object)
  }
  func removeOldDrafts(lifetime: Int64) async throws(StoreError) { try await store.removeOldDrafts(lifetime: lifetime) }
}
