/// The end of a chain as the store remembers it: without it, rows cut off at the end would not be missed.
public struct AuditHead: Sendable, Hashable {
  /// The last row's sequence number; 0 for an empty chain.
  public var sequence: Int64
  /// The last row's hash.
  public var hash: [UInt8]

  /// The head of a chain without rows.
  package static let empty = AuditHead(sequence: 0, hash: AuditLink.origin)

  /// Creates a head.
  public init(sequence: Int64, hash: [UInt8]) {
    self.sequence = sequence
    self.hash = hash
  }
}
