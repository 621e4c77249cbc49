/// The places of a scan in parts that are written in one change each: small ones, so that a kill which comes meanwhile
/// waits for one of them at most.
package struct CodeScanParts: Sequence, IteratorProtocol {
  /// The most places of a part.
  package static let rows: Int64 = 500
  /// The most bytes of a part, unless a single place has more.
  package static let bytes = 256 * 1024

  private var rest: ArraySlice<CodeReferenceRecord>

  /// Takes places apart.
  package init(_ references: [CodeReferenceRecord]) {
    rest = references[...]
  }

  /// The next part; nil when there is none left.
  package mutating func next() -> [CodeReferenceRecord]? {
    guard !rest.isEmpty else { return nil }
    var size = 0
    let part = rest.prefix(Int(Self.rows)).prefix { reference in
      let isFirst = size == 0
      size += reference.storedBytes
      return isFirst || size <= Self.bytes
    }
    rest = rest.dropFirst(part.count)
    return Array(part)
  }
}
