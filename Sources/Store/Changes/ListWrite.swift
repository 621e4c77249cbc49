/// A new state of a segment's long list, whose buckets an upload has put aside.
///
/// The same edit must write the segment's item, which names the state by its digest; an edit that leaves the item as it
/// is leaves the list as it is. The store adds the buckets up before anything of it is visible, so an upload that was
/// made from another state than the current one cannot become a list that nobody gave.
public struct ListWrite: Sendable, Hashable {
  /// The environment.
  public var environmentID: String
  /// The segment's id, not its key.
  public var segmentID: String
  /// The upload that put aside the buckets that change.
  public var upload: String
  /// The digest of the whole list afterwards: 32 bytes.
  public var digest: [UInt8]
  /// How many ids it has afterwards.
  public var count: Int64

  /// Creates a write.
  public init(environmentID: String, segmentID: String, upload: String, digest: [UInt8], count: Int64) {
    self.environmentID = environmentID
    self.segmentID = segmentID
    self.upload = upload
    self.digest = digest
    self.count = count
  }
}

extension ListWrite {
  /// The list, as errors name it.
  package var object: String { "list:\(environmentID)/\(segmentID)" }
}
