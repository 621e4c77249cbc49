import Store

/// What has become of a flag.
enum FlagLifecycle: String, Sendable, CaseIterable {
  /// It is answered.
  case active
  /// It has left every answer, and still owns its key.
  case archived
  /// It is gone but for its history; its key may pass on to another flag.
  case deleted
}

extension FlagRecord {
  /// What has become of the flag.
  var lifecycle: FlagLifecycle {
    if deletedAt != nil { return .deleted }
    return archivedAt == nil ? .active : .archived
  }

  /// When it left the answers, archived or deleted, in milliseconds since 1970 UTC; nil when it did not.
  var goneAt: Int64? { [archivedAt, deletedAt].compactMap(\.self).min() }
}
