/// Some rows of one chain of the audit log, one after another.
public struct AuditPage: Sendable, Hashable {
  /// The rows, oldest first.
  public var rows: [AuditRecord]
  /// Whether the chain goes on behind them.
  public var hasMore: Bool

  /// Creates a page.
  public init(rows: [AuditRecord], hasMore: Bool) {
    self.rows = rows
    self.hasMore = hasMore
  }
}
