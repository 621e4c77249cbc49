import Dispatch
import Foundation

/// Runs work on a thread with a small stack, as secondary threads of apps have one.
enum SmallStack {
  /// Holds what the work gives; the semaphore orders the two accesses to it.
  private final class Box<Value>: @unchecked Sendable {
    var value: Value?
  }

  /// Does the work on a thread with 512 kB of stack and gives its result.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value? {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.value = work()
      done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
    return box.value
  }
}
