/// A string whose equality, hash and order are those of its UTF-8 bytes.
///
/// It is what dictionaries and sets of document data use as their key. The hash is Swift's own, seeded anew in every
/// process, so that nobody can prepare names that collide; it never takes part in a draw.
package struct ExactString: Sendable, Hashable, Comparable {
  /// The string itself.
  package var string: String

  /// Wraps a string.
  package init(_ string: String) {
    self.string = string
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    left.string.hasSameBytes(as: right.string)
  }

  package static func < (left: ExactString, right: ExactString) -> Bool {
    left.string.precedesInBytes(right.string)
  }

  package func hash(into hasher: inout Hasher) {
    string.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // Keeps ("ab", "c") and ("a", "bc") apart when several strings are hashed one after another.
    hasher.combine(0xFF as UInt8)
  }
}
