import SerinFlags
public import Store

/// The ends of the audit log's chains, to be kept where the owner of the database cannot reach them.
public struct AuditAnchors: Sendable, Hashable {
  /// One JSON object for each chain, by chain: `{"at", "chain", "hash", "sequence"}`.
  public let lines: [String]

  /// Reads the ends.
  /// - Parameter now: The instant, in milliseconds since 1970 UTC.
  public init(of store: any ConfigurationStore, at now: Int64) async throws(StoreError) {
    lines = try await store.auditHeads().sorted { $0.key < $1.key }.map { chain, head in
      let line: JSONValue = [
        "at": .string(Instants.text(now)), "chain": .string(chain), "hash": .string(head.hash.hexadecimal),
        "sequence": .number(Double(head.sequence)),
      ]
      return line.text()
    }
  }
}
