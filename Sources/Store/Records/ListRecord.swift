/// One state that the long list of a segment had in an environment.
public struct ListRecord: Sendable, Hashable {
  /// The environment.
  public var environmentID: String
  /// The segment's id, not its key.
  public var segmentID: String
  /// The environment's revision that brought the state.
  public var revision: Int64
  /// The digest of the content: 32 bytes.
  public var digest: [UInt8]
  /// How many ids it has.
  public var count: Int64

  /// Creates a record.
  public init(environmentID: String, segmentID: String, revision: Int64, digest: [UInt8], count: Int64) {
    self.environmentID = environmentID
    self.segmentID = segmentID
    self.revision = revision
    self.digest = digest
    self.count = count
  }
}

/// One bucket of a list: the hashes that begin with the same twelve bits.
public struct ListChunk: Sendable, Hashable {
  /// Which bucket it is, 0 to 4,095.
  public var bucket: Int
  /// The hashes in ascending order, 16 bytes each.
  public var hashes: [UInt8]
  /// The SHA-256 of the hashes: 32 bytes.
  public var digest: [UInt8]

  /// Creates a chunk.
  public init(bucket: Int, hashes: [UInt8], digest: [UInt8]) {
    self.bucket = bucket
    self.hashes = hashes
    self.digest = digest
  }
}
