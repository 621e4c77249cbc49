import Store

extension Problem {
  /// What a caller is told when the store could not be read, or refused a change.
  ///
  /// Paths and the engine's own words go to the log: they are not the caller's business.
  init(_ error: StoreError) {
    switch error {
    case .conflict(let conflict):
      self.init(.conflict, "\(conflict.object) was changed at the same moment; read it again and retry")
    case .notFound(let object):
      self.init(.notFound, "\(object) does not exist")
    case .duplicate(let object):
      self.init(.conflict, "\(object) exists already")
    case .refused(let reason):
      self.init(.conflict, reason)
    case .overLimit:
      self.init(.conflict, "\(error)")
    case .full:
      self.init(
        .unavailable, "the server's disk is full; nothing was changed", headers: [(name: "Retry-After", value: "30")])
    case .closed:
      self.init(
        .unavailable, "the server is stopping; nothing was changed", headers: [(name: "Retry-After", value: "2")])
    case .locked, .schemaTooNew, .wrongKey, .migrationAltered, .notWritable, .damaged, .failed:
      self.init(
        .unavailable, "the store cannot be used now", headers: [(name: "Retry-After", value: "5")])
    }
    cause = "\(error)"
  }

  /// What a caller is told when a change could not be committed.
  ///
  /// When the disk failed in the middle of it, nobody knows whether the change will be there after a restart.
  init(committing error: StoreError) {
    self.init(error)
    if case .failed = error {
      detail = "the store failed while the change was written; read it again to see whether it was saved"
    }
  }
}

/// Runs a call that reads the store and turns its errors into problems.
func withStore<R: Sendable>(_ body: () async throws(StoreError) -> R) async throws(Problem) -> R {
  do { return try await body() } catch { throw Problem(error) }
}
