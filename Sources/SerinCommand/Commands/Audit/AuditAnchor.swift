import SerinFlags

/// An end of an audit log that was written down elsewhere: so many rows, and the hash of the last of them.
struct AuditAnchor: Sendable, Hashable {
  /// The most anchors that a server takes at once.
  static let requestLimit = 10_000

  /// The row's number, from 1.
  let sequence: Int64
  /// The row's hash, 64 hexadecimal digits in small letters.
  let hash: String

  /// Takes an anchor; nil when it cannot be one.
  init?(sequence: Double?, hash: String?) {
    guard let sequence, let number = Int64(exactly: sequence), number > 0, let hash, hash.utf8.count == 64,
      hash.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    self.sequence = number
    self.hash = hash.lowercased()
  }

  /// The anchor as requests have it.
  var json: JSONValue { ["sequence": .number(Double(sequence)), "hash": .string(hash)] }
}
