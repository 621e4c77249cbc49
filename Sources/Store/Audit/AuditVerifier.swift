/// Walks one chain of the audit log from its first row and finds the first row that does not fit.
///
/// A store feeds it every row in order, then the head. It holds no rows, so a chain of any length can be checked.
package struct AuditVerifier: Sendable {
  private let key: HMACSHA256
  private let chain: String
  private var expectedSequence: Int64 = 1
  private var lastHash = AuditLink.origin

  /// Prepares the check of one chain.
  package init(chain: String, key: HMACSHA256) {
    self.chain = chain
    self.key = key
  }

  /// Takes the next row and gives the sequence number that is wrong, or nil when the row fits.
  ///
  /// For a gap that is the number of the missing row.
  ///
  /// - Parameters:
  ///   - link: The row as it is.
  ///   - hash: The hash that the row carries.
  ///   - payload: Its documents; nil when they were erased, which is allowed.
  package mutating func brokenSequence(adding link: AuditLink, hash: [UInt8], payload: AuditPayload?) -> Int64? {
    guard link.sequence == expectedSequence else { return min(link.sequence, expectedSequence) }
    let fits =
      link.chain == chain && link.previousHash == lastHash && link.hash(key: key) == hash
      && (payload.map { $0.hash == link.payloadHash } ?? true)
    guard fits else { return link.sequence }
    expectedSequence += 1
    lastHash = hash
    return nil
  }

  /// Compares the rows taken so far with the head, and gives the sequence number that is wrong, or nil when all is well.
  package func brokenSequence(at head: AuditHead) -> Int64? {
    let last = expectedSequence - 1
    guard head.sequence == last else { return min(head.sequence, last) + 1 }
    return head.hash == lastHash ? nil : last
  }
}
