internal import Store

/// Something for the writer's thread to do.
enum WriteJob: Sendable {
  /// A change, and whom to tell what became of it.
  case commit(Change, @Sendable (Result<Commit, StoreError>) -> Void)
  /// Anything else that needs the writing connection.
  case use(@Sendable (Connection) -> Void)
}
