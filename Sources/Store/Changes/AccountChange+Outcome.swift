internal import SerinFlags

extension AccountChange {
  /// The account as it is after this change, or nil when the change leaves it as it is.
  ///
  /// A new password counts as a change of rights: sessions and what else goes by ``AccountRecord/authVersion`` are over.
  ///
  /// - Parameters:
  ///   - current: The account as it is.
  ///   - at: The instant of the change, in milliseconds since 1970 UTC.
  /// - Throws: ``StoreError/conflict(_:)`` when the account is at another version.
  package func outcome(on current: AccountRecord, at: Int64) throws(StoreError) -> AccountRecord? {
    if let version, version != current.version {
      throw .conflict(StoreConflict(object: "account:\(current.id)", expected: version, found: current.version))
    }
    var next = current
    if let name { next.name = name }
    if let isRoot { next.isRoot = isRoot }
    if let isDisabled { next.disabledAt = isDisabled ? current.disabledAt ?? at : nil }
    let changesRights =
      passwordHash != nil || next.isRoot != current.isRoot || next.disabledAt != current.disabledAt
    guard changesRights || !next.name.hasSameBytes(as: current.name) else { return nil }
    next.version += 1
    if changesRights { next.authVersion += 1 }
    return next
  }
}
