/// Something that must always hold and did not.
package struct FuzzFailure: Error, CustomStringConvertible {
  /// What it was, with the values that show it.
  package let description: String

  /// Creates a failure.
  package init(_ description: String) {
    self.description = description
  }
}

/// Fails with a message unless a condition holds.
///
/// Unlike `precondition` it says what the values were, also in release builds.
@inline(__always)
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(FuzzFailure) {
  if !condition { throw FuzzFailure(message()) }
}
