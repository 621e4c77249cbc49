import Store

extension Problem {
  /// What a caller is told when the store could not do something.
  ///
  /// Paths and the engine's own words stay in the log: they are not the caller's business.
  init(_ error: StoreError) {
    switch error {
    case .conflict(let conflict):
      self.init(.conflict, "\(conflict.object) was changed at the same moment; read it again and retry")
    case .notFound(let object):
      self.init(.notFound, "\(object) does not exist")
    case .duplicate(let object):
      self.init(.conflict, "\(object) exists already")
    case .full:
      self.init(
        .unavailable, "the server's disk is full; nothing was changed", headers: [(name: "Retry-After", value: "30")])
    case .closed:
      self.init(
        .unavailable, "the server is stopping; nothing was changed", headers: [(name: "Retry-After", value: "2")])
    case .locked, .schemaTooNew, .wrongKey, .migrationAltered, .notWritable, .damaged, .failed:
      self.init(
        .unavailable, "the store cannot be used now; nothing was changed",
        headers: [(name: "Retry-After", value: "5")])
    }
  }
}

/// Runs a call to the store and turns its errors into problems.
func withStore<R: Sendable>(_ body: () async throws(StoreError) -> R) async throws(Problem) -> R {
  do { return try await body() } catch { throw Problem(error) }
}
