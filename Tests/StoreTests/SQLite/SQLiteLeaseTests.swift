import Store
import StoreSQLite
import Testing

/// Leases of requests end with the process that had them.
@Suite struct SQLiteLeaseTests {
  private static func claim(_ request: String) -> IdempotencyClaim {
    IdempotencyClaim(
      keyHash: [1], owner: "token:a", fingerprint: [1], requestID: request, lease: 300_000, lifetime: 86_400_000,
      maximumKeys: 10)
  }

  /// A folder belongs to one process at a time, so whoever opens it knows that no other request runs.
  @Test(arguments: [false, true])
  func theClaimOfAProcessThatIsGoneEndsWhenTheFolderIsOpened(isOnRecord: Bool) async throws {
    let place = SQLitePlace(folder: try TemporaryFolder())
    var store = try await place.open(options: SQLiteOptions())
    try await store.openShop()
    #expect(try await store.claimIdempotencyKey(Self.claim("q_1")) == .claimed)
    if isOnRecord {
      let edit = Edit(
        audit: AuditEntry(
          actor: "token:a", via: "api", action: "flag.kill", object: "flag:f_1", reason: "", requestID: "q_1"))
      var written = edit
      written.items = [Shop.item("1", document: "{}", expects: .absent)]
      _ = try await store.commit(Change(chain: Shop.id, edits: [written]))
    }
    #expect(try await store.claimIdempotencyKey(Self.claim("q_2")) == .inProgress)
    await store.close()
    // The clock stands still: it is not time that ends the claim.
    store = try await place.open(options: SQLiteOptions())
    let outcome = try await store.claimIdempotencyKey(Self.claim("q_2"))
    #expect(outcome == (isOnRecord ? .settled(answer: nil) : .claimed))
    if !isOnRecord { #expect(try await store.claimIdempotencyKey(Self.claim("q_3")) == .inProgress) }
    await store.close()
  }
}
