import SerinLock
import Store

/// What is written in the same transaction as a change, so that neither happens without the other.
final class ChangeCompanion: Sendable {
  private let job: JobWrite?
  private let approved: ApprovedChange?
  private let written = Lock(false)

  /// Creates a companion.
  ///
  /// - Parameters:
  ///   - job: Finishes a job with the change that it stands for.
  ///   - approved: What the change must be exactly.
  init(job: JobWrite?, approved: ApprovedChange? = nil) {
    self.job = job
    self.approved = approved
  }

  /// Whether what it belongs to was approved.
  var isApproved: Bool { approved != nil }

  /// Whether it was written.
  var isWritten: Bool { written.withLock { $0 } }

  /// The change with the companion in its first edit, in whose audit rows both are seen.
  /// - Throws: 409 when it is not the change that was approved.
  func joined(to change: Change) throws(Problem) -> Change {
    guard !change.edits.isEmpty else { return change }
    var joined = try approved?.bound(change) ?? change
    joined.edits[0].job = job
    joined.edits[0].changeRequest = approved?.write
    return joined
  }

  /// Notes that a change was committed with it.
  func noteWritten() { written.withLock { $0 = true } }
}
