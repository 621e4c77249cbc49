internal import Store

/// Lets a long change make way for what goes ahead of it.
///
/// It belongs to the writer's thread.
final class Yielding {
  private let queue: JobQueue<WriteJob>
  /// Whether a change was broken off since it was looked at last.
  private(set) var hasYielded = false

  init(_ queue: JobQueue<WriteJob>) { self.queue = queue }

  /// Breaks a change off when something waits that goes ahead; asked between two rows.
  func check() throws(StoreError) {
    guard queue.hasUrgent else { return }
    hasYielded = true
    throw .failed(reason: "it makes way for what goes ahead of it")
  }
}
