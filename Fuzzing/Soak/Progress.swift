import Foundation
import FuzzTargets

/// Shares the documents out between the threads and says how far they are.
///
/// `@unchecked Sendable` is safe: whatever changes is read and written only while the lock is held.
final class Progress: @unchecked Sendable {
  /// More failures than this end the run: the first ones tell enough.
  private static let mostFailures = 10
  private static let secondsBetweenLines: TimeInterval = 10

  private let options: Options
  private let lock = NSLock()
  private let begin = Date()
  private var next: Int
  private var done = 0
  private var failures = 0
  private var lastLine = Date()

  init(_ options: Options) {
    self.options = options
    next = options.first
  }

  private var end: Int { options.first + options.documents }

  /// The next documents for a thread, or nil when there are no more.
  func nextBatch(of count: Int) -> Range<Int>? {
    lock.withLock {
      guard next < end, failures < Self.mostFailures else { return nil }
      let range = next..<min(end, next + count)
      next = range.upperBound
      done += range.count
      if Date().timeIntervalSince(lastLine) >= Self.secondsBetweenLines {
        lastLine = Date()
        say("\(done) of \(options.documents) documents, \(perSecond) a second")
      }
      return range
    }
  }

  /// Prints what did not hold and how to make the document again.
  func report(_ failure: FuzzFailure, document: Int) {
    lock.withLock {
      failures += 1
      say("document \(document) (script/soak 1 --first \(document) --seed \(options.seed)): \(failure)")
    }
  }

  /// Prints the sum; false when something did not hold.
  func finish() -> Bool {
    lock.withLock {
      say("\(done) documents with seed \(options.seed), \(perSecond) a second, \(failures) failures")
      return failures == 0
    }
  }

  private var perSecond: Int { Int(Double(done) / max(0.001, Date().timeIntervalSince(begin))) }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
