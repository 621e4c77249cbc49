import SerinLock
import Store

/// What is written in the same transaction as a change, so that neither happens without the other.
final class ChangeCompanion: Sendable {
  private let job: JobWrite?
  private let written = Lock(false)

  /// Finishes a job with the change that it stands for.
  init(job: JobWrite?) { self.job = job }

  /// Whether it was written.
  var isWritten: Bool { written.withLock { $0 } }

  /// The change with the companion in its first edit, in whose audit rows both are seen.
  func joined(to change: Change) throws(Problem) -> Change {
    guard !change.edits.isEmpty else { return change }
    var joined = change
    joined.edits[0].job = job
    return joined
  }

  /// Notes that a change was committed with it.
  func noteWritten() { written.withLock { $0 = true } }
}
