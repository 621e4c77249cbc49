internal import SerinFlags

extension FlagWrite {
  /// The row, as conflicts name it.
  package var object: String { "flag:\(flag.id)" }

  /// The flag as it is after this write, or nil when the write leaves it as it is.
  ///
  /// Being deleted is changed on its own, so that a deleted flag is read-only and comes back as it was. A flag never moves to another project: a write that names another one finds no flag there.
  ///
  /// - Parameters:
  ///   - current: The flag with this id as it is, or nil when there is none.
  ///   - at: The instant of the change, in milliseconds since 1970 UTC.
  ///   - earlier: The highest version of what had the key before: versions go on from there, so that an edit that began with
  ///     that is not taken for one of this.
  /// - Throws: ``StoreError/conflict(_:)`` or ``StoreError/notFound(object:)`` when the expectation is not met,
  ///   ``StoreError/refused(reason:)`` for another change of a flag that is or becomes deleted.
  package func outcome(
    on current: FlagRecord?, at: Int64, after earlier: Int64 = 0
  ) throws(StoreError) -> FlagRecord? {
    if let current, !current.projectID.hasSameBytes(as: flag.projectID) { throw .notFound(object: object) }
    try expects.check(object: object, found: current?.version)
    var next = flag
    next.createdAt = current?.createdAt ?? at
    next.archivedAt = isArchived ? current?.archivedAt ?? at : nil
    next.deletedAt = isDeleted ? current?.deletedAt ?? at : nil
    next.version = current?.version ?? earlier
    if let current {
      var compared = next
      compared.deletedAt = current.deletedAt
      let hasSameFields = compared.hasSameFields(as: current)
      if hasSameFields, (next.deletedAt == nil) == (current.deletedAt == nil) { return nil }
      guard hasSameFields || (current.deletedAt == nil && !isDeleted) else {
        throw .refused(reason: "\(object) is deleted; only bringing it back changes it")
      }
    }
    next.version += 1
    return next
  }
}

extension FlagRecord {
  /// Whether the fields that people write are the same, byte by byte.
  fileprivate func hasSameFields(as other: FlagRecord) -> Bool {
    key.hasSameBytes(as: other.key) && kind.hasSameBytes(as: other.kind) && owner.hasSameBytes(as: other.owner)
      && description.hasSameBytes(as: other.description) && propertyTypes.hasSameBytes(as: other.propertyTypes)
      && tags.elementsEqual(other.tags) { $0.hasSameBytes(as: $1) }
      && expiresOn.map(ExactString.init) == other.expiresOn.map(ExactString.init) && archivedAt == other.archivedAt
      && deletedAt == other.deletedAt
  }
}
