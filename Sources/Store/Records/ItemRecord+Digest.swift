internal import SerinFlags

extension ItemRecord {
  /// The name of an item's content.
  ///
  /// The first 16 bytes of SHA-256 over the framed fields kind, id, schema, killed, gone, document. Version, revision and
  /// time are left out, so an environment that returns to an earlier content returns to the earlier digest.
  public static func digest(
    kind: ItemKind, id: String, schema: Int64, isKilled: Bool, isGone: Bool, document: String
  ) -> Digest128 {
    var fields = FramedFields(capacity: document.utf8.count + 128)
    fields.append(kind.rawValue)
    fields.append(id)
    fields.append(schema)
    fields.append(isKilled)
    fields.append(isGone)
    fields.append(document)
    // SHA-256 has 32 bytes, so the initialiser never fails.
    return Digest128(bytes: SHA256.hash(fields.bytes)) ?? .zero
  }

  /// The digest computed anew from the item's content.
  ///
  /// It differs from ``digest`` when the row was damaged or changed behind the store's back.
  public var computedDigest: Digest128 {
    Self.digest(kind: kind, id: id, schema: schema, isKilled: isKilled, isGone: isGone, document: document)
  }
}
