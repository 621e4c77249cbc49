/// A task that runs handlers, one request after the other.
///
/// To make a task and take it apart again costs as much as parsing a request, so tasks are kept and given the next
/// request. One that was cancelled is not used again.
final class HandlerTask {
  /// A request to answer.
  struct Work {
    let request: HTTPRequest
    let exchange: Exchange
    let connection: Connection
  }

  /// What the task is to do when it goes on; nil means to end.
  var work: Work?
  /// What the task waits with when it has nothing to do.
  var idle: UnsafeContinuation<Void, Never>?
  /// The next one of those that have nothing to do.
  var nextIdle: HandlerTask?
  private var task: Task<Void, Never>?

  /// Remembers the task that this object stands for.
  func run(in task: Task<Void, Never>) { self.task = task }

  /// Cancels what the task does, and makes it the last that it does.
  func cancel() { task?.cancel() }

  /// Lets a task go on that has nothing to do.
  func wake(with work: Work?) {
    self.work = work
    let continuation = idle
    idle = nil
    continuation?.resume()
  }
}
