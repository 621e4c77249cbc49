internal import SerinFlags

extension ItemWrite {
  /// The row, as conflicts name it.
  package var object: String { "item:\(environmentID)/\(kind.rawValue)/\(id)" }

  /// The item as it is after this write, or nil when the write leaves it as it is.
  ///
  /// The schema's number belongs to the document: a write without a document keeps both, so that a kill by an older
  /// program does not relabel a document of a newer one.
  ///
  /// - Parameters:
  ///   - current: The item as it is, or nil when there is none.
  ///   - revision: The revision that the environment gets by this change.
  ///   - at: The instant of the change, in milliseconds since 1970 UTC.
  /// - Throws: ``StoreError/conflict(_:)`` or ``StoreError/notFound(object:)`` when the expectation is not met, and
  ///   ``StoreError/failed(reason:)`` for a new item without a document.
  package func outcome(on current: ItemRecord?, revision: Int64, at: Int64) throws(StoreError) -> ItemRecord? {
    try expects.check(object: object, found: current?.version)
    guard let text = document ?? current?.document else {
      throw .failed(reason: "\(object) is new and has no document")
    }
    let keepsDocument = current.map { $0.document.hasSameBytes(as: text) } ?? false
    let newSchema = document == nil ? current?.schema ?? schema : schema
    let killed = isKilled ?? current?.isKilled ?? false
    let gone = isGone ?? current?.isGone ?? false
    if let current, keepsDocument, current.schema == newSchema, current.isKilled == killed, current.isGone == gone {
      return nil
    }
    return ItemRecord(
      environmentID: environmentID, kind: kind, id: id, version: (current?.version ?? 0) + 1, revision: revision,
      schema: newSchema, isKilled: killed, isGone: gone, document: text,
      digest: ItemRecord.digest(
        kind: kind, id: id, schema: newSchema, isKilled: killed, isGone: gone, document: text),
      updatedAt: at)
  }
}
