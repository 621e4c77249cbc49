internal import SerinFlags

/// A scan that is being written: nobody sees it before all of its places are there.
public struct CodeScanDraft: Sendable, Hashable {
  /// The name that its parts share while they arrive.
  public var id: String
  /// What the scan will be, with the number and the bytes of its places.
  public var scan: CodeScanRecord
  /// The sum of the names of its places: the same places have the same one, whatever their order.
  public var digest: Digest128

  /// Begins a draft with a new name.
  ///
  /// - Parameters:
  ///   - scan: where the code stood; what the store counts is counted here.
  ///   - references: its places.
  public init(_ scan: CodeScanRecord, references: [CodeReferenceRecord]) {
    id = RecordID.make(prefix: "c_")
    self.scan = scan
    self.scan.references = Int64(references.count)
    self.scan.bytes = references.reduce(0) { $0 + Int64($1.storedBytes) }
    digest = references.reduce(.zero) { $0 + $1.digest }
  }
}

extension CodeReferenceRecord {
  /// About how many bytes the place takes in a store: its texts, and 64 for the numbers and the order of rows.
  public var storedBytes: Int { flagKey.utf8.count + file.utf8.count + kind.utf8.count + snippet.utf8.count + 64 }

  /// The name of the place: the first 16 bytes of SHA-256 over the framed fields flag, file, line, column, kind, snippet.
  fileprivate var digest: Digest128 {
    var fields = FramedFields(capacity: storedBytes + 64)
    for text in [flagKey, file] { fields.append(text) }
    fields.append(line)
    fields.append(column)
    for text in [kind, snippet] { fields.append(text) }
    // SHA-256 has 32 bytes, so the initialiser never fails.
    return Digest128(bytes: SHA256.hash(fields.bytes)) ?? .zero
  }
}
