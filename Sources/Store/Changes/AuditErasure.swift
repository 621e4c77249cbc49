/// The documents of one audit row to erase, for a person whose data they hold.
///
/// The row itself stays with the hash of what was erased, so the chain stays whole.
public struct AuditErasure: Sendable, Hashable {
  /// The chain: that of the change.
  public var sequence: Int64

  /// Creates an erasure.
  /// - Parameter sequence: The row's number in the chain of the change.
  public init(sequence: Int64) { self.sequence = sequence }
}
