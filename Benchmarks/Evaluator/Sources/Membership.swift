import SerinFlags

/// A segment of exact ids under measurement; the other file that knows the interface of SerinFlags.
///
/// This version has no segments yet, so every measurement of one is refused. When it has: build one of ``count`` ids
/// `user-00000`, `user-00001`, ... in ``init(count:)`` and ask it in ``contains(_:)``.
struct Membership {
  /// How many ids the segment has.
  let count: Int

  /// Builds a segment.
  init(count: Int) throws {
    self.count = count
    throw Refusal("this version has no segments")
  }

  /// Whether an id is in the segment.
  @inline(__always)
  func contains(_ id: String) -> Bool {
    false
  }
}
