internal import Store

/// A write that shares its transaction with others.
struct GroupedWrite: Sendable {
  /// Writes, and gives what tells the waiting task of it, to be called once the transaction is on the disk.
  ///
  /// It may be called again after the transaction was rolled back. What it throws concerns only this write.
  let apply: @Sendable (Connection) throws(StoreError) -> @Sendable () -> Void
  /// Tells the waiting task that nothing was written.
  let refuse: @Sendable (StoreError) -> Void
}
