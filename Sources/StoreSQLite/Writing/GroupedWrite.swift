internal import Store

/// A write that shares its transaction with others.
struct GroupedWrite: Sendable {
  /// Whether it goes ahead of others; it makes way for none itself.
  let isUrgent: Bool
  /// Writes, and gives what tells the waiting task of it, to be called once the transaction is on the disk.
  ///
  /// It may be called again after the transaction was rolled back, and after it has made way. What it throws concerns only
  /// this write.
  let apply: @Sendable (Connection, Yielding?) throws(StoreError) -> @Sendable () -> Void
  /// Tells the waiting task that nothing was written.
  let refuse: @Sendable (StoreError) -> Void
}
