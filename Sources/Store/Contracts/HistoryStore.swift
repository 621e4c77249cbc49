/// How things came to be as they are, read in pieces: versions may have megabytes each, and there may be thousands.
public protocol HistoryStore: Sendable {
  /// Audit rows of one chain with sequence numbers above `sequence`, oldest first.
  ///
  /// - Parameters:
  ///   - object: Only rows about this object; nil for all.
  ///   - limit: How many at most; none for a negative number.
  ///   - bytes: How many bytes their documents may have together; the first one is read however large it is.
  func auditPage(
    chain: String, after sequence: Int64, object: String?, limit: Int, bytes: Int
  ) async throws(StoreError) -> AuditPage

  /// Versions of one item, newest first, with who wrote them.
  func itemHistory(
    environmentID: String, kind: ItemKind, id: String, newest window: HistoryWindow
  ) async throws(StoreError) -> [ItemVersion]

  /// Versions of one flag's own fields, newest first, with who wrote them.
  func flagHistory(flagID: String, newest window: HistoryWindow) async throws(StoreError) -> [FlagVersion]

  /// Versions of one segment's own fields, newest first, with who wrote them.
  func segmentHistory(segmentID: String, newest window: HistoryWindow) async throws(StoreError) -> [SegmentVersion]
}

extension HistoryStore {
  /// Audit rows of one chain with sequence numbers above `sequence`, oldest first, at most `limit`, however large they are.
  ///
  /// For what is known to be small.
  public func audit(
    chain: String, after sequence: Int64, object: String?, limit: Int
  ) async throws(StoreError) -> [AuditRecord] {
    try await auditPage(chain: chain, after: sequence, object: object, limit: limit, bytes: .max).rows
  }
}
