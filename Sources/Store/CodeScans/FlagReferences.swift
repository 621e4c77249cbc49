/// The places that name one flag.
public struct FlagReferences: Sendable, Hashable {
  /// The places of one scan.
  public struct Scan: Sendable, Hashable {
    /// Which scan found them.
    public var scan: CodeScanRecord
    /// The places, by file, line and column.
    public var references: [CodeReferenceRecord]

    /// Creates the places of a scan.
    public init(scan: CodeScanRecord, references: [CodeReferenceRecord]) {
      self.scan = scan
      self.references = references
    }
  }

  /// How many places there are in all, those included that were not asked for.
  public var total: Int64
  /// The scans that found any, by repository and branch.
  public var scans: [Scan]

  /// Creates a list.
  public init(total: Int64, scans: [Scan]) {
    self.total = total
    self.scans = scans
  }
}
