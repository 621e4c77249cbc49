internal import Store

/// Something for the writer's thread to do.
enum WriteJob: Sendable {
  /// A write that may share a transaction with those beside it.
  case grouped(GroupedWrite)
  /// Anything else that needs the writing connection.
  case use(@Sendable (Connection) -> Void)
}
