import SerinFlags
import Store
import StoreSQLite
import Testing

@Suite struct SQLiteAuditTamperTests {
  /// What somebody does to the database, and the first of the ten rows that then does not fit.
  struct Tampering: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: String
    var broken: Int64?
  }

  static let tamperings: [Tampering] =
    ["actor", "via", "action", "object", "reason", "request_id"].map {
      Tampering(
        testDescription: "\($0) changed", script: "UPDATE audit SET \($0) = \($0) || 'x' WHERE seq = 5", broken: 5)
    }
    + ["at", "revision"].map {
      Tampering(testDescription: "\($0) changed", script: "UPDATE audit SET \($0) = \($0) + 1 WHERE seq = 5", broken: 5)
    }
    + ["payload_hash", "prev_hash", "hash"].map {
      Tampering(
        testDescription: "\($0) changed",
        script: "UPDATE audit SET \($0) = CAST(substr(\($0), 1, 31) || X'00' AS BLOB) WHERE seq = 5", broken: 5)
    }
    + ["before_doc", "after_doc"].map {
      Tampering(
        testDescription: "\($0) changed",
        script: "UPDATE audit_payload SET \($0) = replace(\($0), 'false', 'true') WHERE seq = 10", broken: 10)
    } + [
      Tampering(testDescription: "no change at all", script: "UPDATE audit SET at = at", broken: nil),
      Tampering(
        testDescription: "before erased but not after",
        script: "UPDATE audit_payload SET before_doc = NULL WHERE seq = 10", broken: 10),
      Tampering(
        testDescription: "salt changed", script: "UPDATE audit_payload SET salt = X'00' WHERE seq = 1", broken: 1),
      Tampering(
        testDescription: "documents of two rows exchanged",
        script: """
          UPDATE audit_payload SET seq = 100 WHERE seq = 2; UPDATE audit_payload SET seq = 2 WHERE seq = 3;
          UPDATE audit_payload SET seq = 3 WHERE seq = 100;
          """, broken: 2),
      Tampering(
        testDescription: "environment changed",
        script: "UPDATE audit SET env_id = '\(Shop.staging)' WHERE seq = 4", broken: 4),
      Tampering(
        testDescription: "environment removed", script: "UPDATE audit SET env_id = NULL WHERE seq = 4", broken: 4),
      Tampering(
        testDescription: "revision removed", script: "UPDATE audit SET revision = NULL WHERE seq = 4", broken: 4),
      Tampering(testDescription: "first row removed", script: "DELETE FROM audit WHERE seq = 1", broken: 1),
      Tampering(testDescription: "a row removed", script: "DELETE FROM audit WHERE seq = 6", broken: 6),
      Tampering(
        testDescription: "a row removed and the rest moved up",
        script: "DELETE FROM audit WHERE seq = 6; UPDATE audit SET seq = seq - 1 WHERE seq > 6;", broken: 6),
      Tampering(testDescription: "tail cut", script: "DELETE FROM audit WHERE seq > 7", broken: 8),
      Tampering(testDescription: "everything removed", script: "DELETE FROM audit", broken: 1),
      Tampering(
        testDescription: "a row added at the end",
        script: """
          INSERT INTO audit SELECT chain, 11, at, actor, via, action, env_id, object, reason, request_id, revision,
            payload_hash, hash, hash FROM audit WHERE seq = 10; UPDATE audit_head SET seq = 11;
          """, broken: 11),
      Tampering(
        testDescription: "a row inserted before the first",
        script: """
          INSERT INTO audit SELECT chain, 0, at, actor, via, action, env_id, object, reason, request_id, revision,
            payload_hash, prev_hash, hash FROM audit WHERE seq = 1
          """, broken: 0),
      Tampering(
        testDescription: "rows exchanged",
        script: """
          UPDATE audit SET seq = 100 WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = 5;
          UPDATE audit SET seq = 5 WHERE seq = 100;
          """, broken: 4),
      Tampering(testDescription: "head moved back", script: "UPDATE audit_head SET seq = 8", broken: 9),
      Tampering(testDescription: "head moved on", script: "UPDATE audit_head SET seq = 12", broken: 11),
      Tampering(testDescription: "head's hash changed", script: "UPDATE audit_head SET hash = X'00'", broken: 10),
      Tampering(testDescription: "head removed", script: "DELETE FROM audit_head", broken: 1),
      Tampering(
        testDescription: "chain renamed",
        script: """
          DELETE FROM audit_head; UPDATE audit_head SET chain = '\(Shop.id)';
          UPDATE audit SET chain = 'instance'; UPDATE audit SET chain = '\(Shop.id)';
          INSERT INTO audit_head SELECT chain, seq, hash FROM audit WHERE seq = 10;
          """, broken: nil),
    ]

  private func makeStore() async throws -> SQLitePlace {
    let place = SQLitePlace(folder: try TemporaryFolder())
    let store = try await place.open(options: SQLiteOptions())
    try await store.openShop()
    try await store.createFlag("a")
    try await store.createFlag("b")
    try await store.write { $0.flag = FlagWrite(flag: Shop.flag("a", tags: ["x"]), expects: .version(1)) }
    try await store.write { $0.items = [Shop.kill("b")] }
    try await store.write { $0.items = [Shop.item("b", isKilled: false, expects: .present)] }
    await store.close()
    return place
  }

  private func removeTriggers(_ raw: RawDatabase) throws {
    for name in try raw.texts("SELECT name FROM sqlite_master WHERE type = 'trigger'") {
      raw.mustExecute("DROP TRIGGER \(name)")
    }
  }

  @Test(arguments: tamperings)
  func tamperingIsFoundAtItsRow(tampering: Tampering) async throws {
    let place = try await makeStore()
    do {
      let raw = try place.raw()
      try removeTriggers(raw)
      #expect(try raw.texts("SELECT count(*) FROM audit") == ["10"])
      raw.mustExecute(tampering.script)
    }
    let store = try await place.open(options: SQLiteOptions())
    #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == tampering.broken)
    await store.close()
  }

  // Whoever can write the whole database but has no key can make a chain that fits together, but not one that fits.
  @Test func aChainHashedAnewWithAnotherKeyIsFound() async throws {
    let place = try await makeStore()
    let store = try await place.open(options: SQLiteOptions())
    let rows = try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 100)
    await store.close()
    let raw = try place.raw()
    try removeTriggers(raw)
    let wrongKey = HMACSHA256(key: [UInt8](repeating: 9, count: 32))
    var previous = AuditLink.origin
    for row in rows {
      let payloadHash = try #require(
        try raw.texts("SELECT hex(payload_hash) FROM audit WHERE seq = \(row.sequence)").first)
      let bytes = stride(from: 0, to: payloadHash.count, by: 2).compactMap { offset in
        UInt8(payloadHash.dropFirst(offset).prefix(2), radix: 16)
      }
      var entry = row.entry
      entry.actor = "nobody"
      let hash = AuditLink(
        chain: row.chain, sequence: row.sequence, at: row.at, entry: entry, environmentID: row.environmentID,
        revision: row.revision, payloadHash: bytes, previousHash: previous
      ).hash(key: wrongKey)
      raw.mustExecute(
        """
        UPDATE audit SET actor = 'nobody', prev_hash = X'\(previous.hexadecimal)', hash = X'\(hash.hexadecimal)'
        WHERE seq = \(row.sequence);
        UPDATE audit_head SET hash = X'\(hash.hexadecimal)';
        """)
      previous = hash
    }
    let again = try await place.open(options: SQLiteOptions())
    #expect(try await again.firstBrokenAuditRow(chain: Shop.id) == 1)
    await again.close()
  }
}
