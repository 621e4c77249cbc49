import SerinFlags
import Store

/// Checking the audit log, and erasing what a row says of a person.
struct AuditService: Sendable {
  let store: any ConfigurationStore

  /// An end of a chain that somebody wrote down outside of the store.
  struct Anchor: Sendable, Hashable {
    let sequence: Int64
    /// The row's hash, in hexadecimal.
    let hash: String
  }

  /// What a check of a chain found.
  struct Verification: Sendable, Hashable {
    /// The chain's end as the store has it.
    let head: AuditHead
    /// The first row that does not fit; nil when all do.
    let firstBroken: Int64?
    /// The first anchor that the chain does not pass through; nil when it passes through all.
    let missedAnchor: Anchor?

    var isWhole: Bool { firstBroken == nil && missedAnchor == nil }

    /// The result as answers have it.
    var json: JSONValue {
      .object([
        "whole": .bool(isWhole), "rows": .number(Double(head.sequence)), "head": .string(head.hash.hexadecimal),
        "firstBroken": firstBroken.map { .number(Double($0)) } ?? .null,
        "missedAnchor": missedAnchor.map { ["sequence": .number(Double($0.sequence)), "hash": .string($0.hash)] }
          ?? .null,
      ])
    }
  }

  /// Recomputes a whole chain and compares it with what was written down of it.
  func verify(chain: String, anchors: [Anchor]) async throws(Problem) -> Verification {
    let head = try await withStore { () async throws(StoreError) in
      try await store.auditHeads()[chain] ?? AuditHead(sequence: 0, hash: [])
    }
    let broken = try await withStore { () async throws(StoreError) in
      try await store.firstBrokenAuditRow(chain: chain)
    }
    var missed: Anchor?
    for anchor in anchors.sorted(by: { $0.sequence < $1.sequence }) where missed == nil {
      let hash = try await withStore { () async throws(StoreError) in
        try await store.auditHash(chain: chain, sequence: anchor.sequence)
      }
      if hash?.hexadecimal != anchor.hash.lowercased() { missed = anchor }
    }
    return Verification(head: head, firstBroken: broken, missedAnchor: missed)
  }

  /// Erases what a row says was there before and after; the row, its hash and the chain stay.
  /// - Throws: 404 when there is no such row.
  func erase(
    _ sequence: Int64, chain: String, by caller: Caller, reason: String
  ) async throws(Problem) {
    var edit = Edit(audit: caller.entry("audit.erase", "audit:\(sequence)", reason: reason))
    edit.erasure = AuditErasure(sequence: sequence)
    do throws(StoreError) {
      _ = try await store.commit(Change(chain: chain, edits: [edit]))
    } catch {
      throw Problem(committing: error)
    }
  }
}
