internal import SerinFlags

/// Bytes in which every field says where it ends: what digests and audit hashes are taken over.
///
/// A field is its length as 8 bytes, big-endian, followed by its bytes. Integers are 8 bytes in two's complement,
/// big-endian; booleans are one byte. An absent field has a length of all ones and no bytes, so it differs from an empty
/// one. Without the lengths `("ab", "c")` and `("a", "bc")` would have the same hash.
package struct FramedFields: Sendable {
  /// What was appended so far.
  package private(set) var bytes: [UInt8] = []

  /// Creates fields with room for about `capacity` bytes.
  package init(capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
  }

  /// Appends a text as its exact UTF-8 bytes.
  package mutating func append(_ text: String?) {
    guard let text else { return appendAbsence() }
    text.withBytes { content in
      appendLength(content.count)
      bytes.append(contentsOf: content)
    }
  }

  /// Appends bytes.
  package mutating func append(_ blob: [UInt8]) {
    appendLength(blob.count)
    bytes.append(contentsOf: blob)
  }

  /// Appends an integer.
  package mutating func append(_ number: Int64?) {
    guard let number else { return appendAbsence() }
    appendLength(8)
    append(word: UInt64(bitPattern: number))
  }

  /// Appends a boolean.
  package mutating func append(_ truth: Bool) {
    appendLength(1)
    bytes.append(truth ? 1 : 0)
  }

  private mutating func appendLength(_ count: Int) { append(word: UInt64(count)) }

  private mutating func appendAbsence() { append(word: .max) }

  private mutating func append(word: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}
