/// One reader of ``FlagsChanges``, as the engine knows it.
struct ChangesReader: Sendable {
  /// A task that waits for the next element.
  struct Waiting: Sendable {
    let number: UInt64
    let continuation: CheckedContinuation<FlagsChange?, Never>
  }

  let number: UInt64
  /// What happened since the reader took its last element.
  var pending: FlagsChange?
  /// One task as a rule; copies of an iterator share its elements.
  var waiting: [Waiting] = []
}

extension FlagsChange {
  /// This change and the one before it, as one.
  ///
  /// A key that came back to its old value in between stays named: who looked after the earlier change saw the other
  /// value, and no reader's own view is remembered to compare with.
  func merged(after earlier: FlagsChange?) -> FlagsChange {
    guard let earlier else { return self }
    return FlagsChange(snapshot: snapshot, changedKeys: earlier.changedKeys.union(changedKeys), cause: cause)
  }
}
