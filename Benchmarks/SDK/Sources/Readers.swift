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
    let run = Run(milliseconds: milliseconds, refreshes: pause > 0 ? Self.leastRefreshes : 0)
    let refreshing = Task {
      while pause > 0, !Task.isCancelled {
        _ = try? await flags.refresh()
        run.refreshed()
        try? await Task.sleep(nanoseconds: UInt64(pause) * 1_000_000)
      }
    }
    let totals = await withCheckedContinuation { continuation in
      // Not on the pool of Swift's tasks, whose threads the refreshes need.
      Thread.detachNewThread { continuation.resume(returning: read(flags, in: run)) }
    }
    refreshing.cancel()
    await refreshing.value
    print(totals.count, totals.nanoseconds, run.refreshCount)
  }

  /// So many must have come in between for readings to count as disturbed by them.
  private static let leastRefreshes = 2

  private func read(_ flags: FeatureFlags, in run: Run) -> (count: Int, nanoseconds: UInt64) {
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<threads {
      Thread.detachNewThread {
        run.add(readUntilEnd(of: run, flags))
        ended.signal()
      }
    }
    for _ in 0..<threads { ended.wait() }
    return run.total
  }

  private func readUntilEnd(of run: Run, _ flags: FeatureFlags) -> (count: Int, nanoseconds: UInt64) {
    let keys = UnsafeMutableBufferPointer<String>.allocate(capacity: flagCount)
    _ = keys.initialize(from: (0..<flagCount).map(Client.key).shuffled())
    defer {
      keys.deinitialize()
      keys.deallocate()
    }
    let start = ClockReading.thread()
    var count = 0
    var seen = 0
    while !run.isOver {
      switch what {
      case .enabled:
        for index in keys.indices where Self.isEnabled(&keys[index], flags) { seen &+= 1 }
      case .property:
        for index in keys.indices { seen &+= Self.lengthOfText(&keys[index], flags) }
      }
      count += keys.count
    }
    let used = ClockReading.thread() - start
    // Otherwise the compiler could leave the readings out.
    precondition(seen > 0 || count == 0)
    return (count, used)
  }

  // An app's keys are literals, for which nobody counts references; `inout` spares counting them for these.

  private static func isEnabled(_ key: inout String, _ flags: FeatureFlags) -> Bool {
    flags.isEnabled(key, default: false)
  }

  private static func lengthOfText(_ key: inout String, _ flags: FeatureFlags) -> Int {
    flags.get(key)?.string(forProperty: "button_color", default: "").utf8.count ?? 0
  }

  /// What the threads of one measurement share: when to stop, and the sums over all of them.
  ///
  /// Sendable without the compiler's proof: the numbers are only touched while the lock is held.
  private final class Run: @unchecked Sendable {
    private let deadline: UInt64
    private let leastRefreshes: Int
    private let lock = NSLock()
    private var refreshes = 0
    private var sum: (count: Int, nanoseconds: UInt64) = (0, 0)

    init(milliseconds: Int, refreshes: Int) {
      deadline = ClockReading.wall() + UInt64(milliseconds) * 1_000_000
      leastRefreshes = refreshes
    }

    /// Whether the time is up; where there are many more readers than cores, refreshes may need longer than that.
    var isOver: Bool { ClockReading.wall() >= deadline && refreshCount >= leastRefreshes }

    func refreshed() { lock.withLock { refreshes += 1 } }

    func add(_ one: (count: Int, nanoseconds: UInt64)) {
      lock.withLock {
        sum.count += one.count
        sum.nanoseconds += one.nanoseconds
      }
    }

    var refreshCount: Int { lock.withLock { refreshes } }
    var total: (count: Int, nanoseconds: UInt64) { lock.withLock { sum } }
  }
}
