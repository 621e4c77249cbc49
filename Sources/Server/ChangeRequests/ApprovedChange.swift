import Store

/// A change as it was approved, to be made exactly so and together with the note that it was made.
struct ApprovedChange: Sendable {
  /// What was approved.
  let outline: ChangeOutline
  /// Says that the request is applied, if nobody else has applied or changed it.
  let write: ChangeRequestWrite

  /// The change, bound to what was approved.
  /// - Throws: 409 when it would be another one.
  func bound(_ change: Change) throws(Problem) -> Change {
    guard let bound = outline.bound(change) else { throw Self.moved }
    return bound
  }

  /// The problem of a change that would not be what was approved.
  static let moved = Problem(
    .conflict, "what the change request started from has changed; nothing was written")
}
