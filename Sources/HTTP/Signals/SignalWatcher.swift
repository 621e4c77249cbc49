internal import SerinLock

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Tells when the process is asked to end: SIGTERM, or SIGINT from a terminal.
///
/// The first signal resumes ``wait()``, so that the program can bring what it does to its end. A second one ends the
/// process at once with status 130: whoever sends it does not want to wait. SIGPIPE is ignored.
///
/// A process needs one watcher. It watches until ``cancel()``, whether or not somebody holds a reference to it.
public final class SignalWatcher: Sendable {
  /// A request to end.
  public enum Signal: Sendable, Hashable {
    /// SIGINT, which Ctrl-C sends.
    case interrupt
    /// SIGTERM, which service managers send.
    case terminate
  }

  private struct State {
    var first: Signal?
    var waiters: [CheckedContinuation<Signal, Never>] = []
  }

  private let state = Lock(State())
  private let loop: EventLoop
  private let end: @Sendable (Int32) -> Void

  /// Starts to watch.
  ///
  /// - Throws: That the process may open no more files.
  public convenience init() throws(HTTPServerError) {
    // No clean-up and no handlers at exit: they may be what hangs.
    try self.init { _exit($0) }
  }

  /// Starts to watch; `end` is called with the status for a second signal.
  init(end: @escaping @Sendable (Int32) -> Void) throws(HTTPServerError) {
    self.end = end
    loop = try EventLoop()
    System.ignoreBrokenPipes()
    loop.watch(SIGINT) { self.received(.interrupt) }
    loop.watch(SIGTERM) { self.received(.terminate) }
    loop.start(EventLoop.Hooks(timer: {}, endOfTurn: {}))
  }

  /// Waits for the first signal; returns at once when it has come.
  public func wait() async -> Signal {
    await withCheckedContinuation { continuation in
      let first = state.withLock { state -> Signal? in
        if state.first == nil { state.waiters.append(continuation) }
        return state.first
      }
      if let first { continuation.resume(returning: first) }
    }
  }

  /// Leaves both signals to their usual actions again.
  public func cancel() async {
    let loop = loop
    await Task(executorPreference: loop) {
      loop.unwatchSignals()
      loop.endWhenIdle()
    }.value
  }

  private func received(_ signal: Signal) {
    let waiters = state.withLock { state -> [CheckedContinuation<Signal, Never>]? in
      guard state.first == nil else { return nil }
      state.first = signal
      defer { state.waiters = [] }
      return state.waiters
    }
    guard let waiters else { return end(130) }
    for waiter in waiters { waiter.resume(returning: signal) }
  }
}
