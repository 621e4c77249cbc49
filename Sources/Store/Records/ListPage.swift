/// Some rows of a list, one after another.
public struct ListPage<Element: Sendable>: Sendable {
  /// The rows, in the order of the list.
  public var rows: [Element]
  /// Whether the list goes on behind them.
  public var hasMore: Bool

  /// Creates a page.
  public init(rows: [Element], hasMore: Bool) {
    self.rows = rows
    self.hasMore = hasMore
  }
}

extension ListPage: Equatable where Element: Equatable {}

extension ListPage: Hashable where Element: Hashable {}

/// Some rows of one chain of the audit log, oldest first.
public typealias AuditPage = ListPage<AuditRecord>
