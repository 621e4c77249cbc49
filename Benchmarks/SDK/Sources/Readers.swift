import Dispatch
import Foundation
import Serin

/// What a reader asks for.
enum Reading: String {
  /// Whether a flag is on.
  case enabled
  /// The text that a flag carries.
  case property
}

/// Threads that read flags in random order for a while, as fast as they can.
struct Readers {
  let what: Reading
  let threads: Int
  let flagCount: Int

  /// Prints how many readings there were, their processor time and how many refreshes came in between.
  func measure(milliseconds: Int, pause: Int) async {
    let flags = Client.make(flagCount: flagCount)
    _ = try? await flags.refresh()
    precondition(flags.snapshot.all.count == flagCount)
    let refreshing = Task {
      var count = 0
      while pause > 0, !Task.isCancelled {
        _ = try? await flags.refresh()
        count += 1
        try? await Task.sleep(nanoseconds: UInt64(pause) * 1_000_000)
      }
      return count
    }
    let totals = await withCheckedContinuation { continuation in
      // Not on the pool of Swift's tasks, whose threads the refreshes need.
      Thread.detachNewThread { continuation.resume(returning: run(flags, milliseconds: milliseconds)) }
    }
    refreshing.cancel()
    print(totals.count, totals.nanoseconds, await refreshing.value)
  }

  private func run(_ flags: FeatureFlags, milliseconds: Int) -> (count: Int, nanoseconds: UInt64) {
    let results = Results()
    let ended = DispatchSemaphore(value: 0)
    let deadline = ClockReading.wall() + UInt64(milliseconds) * 1_000_000
    for _ in 0..<threads {
      Thread.detachNewThread {
        results.add(readUntil(deadline, flags))
        ended.signal()
      }
    }
    for _ in 0..<threads { ended.wait() }
    return results.total
  }

  private func readUntil(_ deadline: UInt64, _ flags: FeatureFlags) -> (count: Int, nanoseconds: UInt64) {
    let keys = (0..<flagCount).map(Client.key).shuffled()
    let start = ClockReading.thread()
    var count = 0
    var seen = 0
    while ClockReading.wall() < deadline {
      switch what {
      case .enabled:
        for key in keys where flags.isEnabled(key, default: false) { seen &+= 1 }
      case .property:
        for key in keys { seen &+= flags.get(key)?.string(forProperty: "button_color", default: "").utf8.count ?? 0 }
      }
      count += keys.count
    }
    let used = ClockReading.thread() - start
    // Otherwise the compiler could leave the readings out.
    precondition(seen > 0 || count == 0)
    return (count, used)
  }

  /// The sums over all threads.
  ///
  /// Sendable without the compiler's proof: the numbers are only touched while the lock is held.
  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var sum: (count: Int, nanoseconds: UInt64) = (0, 0)

    func add(_ one: (count: Int, nanoseconds: UInt64)) {
      lock.withLock {
        sum.count += one.count
        sum.nanoseconds += one.nanoseconds
      }
    }

    var total: (count: Int, nanoseconds: UInt64) { lock.withLock { sum } }
  }
}
