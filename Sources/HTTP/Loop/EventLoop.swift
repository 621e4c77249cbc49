internal import CLibUV
internal import SerinLock
internal import Synchronization

/// A libuv loop on a thread of its own, on which Swift code runs.
///
/// As a `SerialExecutor` it runs actors, as a `TaskExecutor` everything that a request's task does without an actor of
/// its own: a request is read, handled and answered on one thread. A hop to the global pool and back costs a third of
/// the throughput.
///
/// Work runs in turns. libuv calls back, the callback changes the state of an actor, the jobs that this made ready run,
/// and the hook at the end of the turn sends what they produced. Jobs from other threads come through a locked array
/// and wake the loop.
///
/// A loop ends by itself once it was told to (``endWhenIdle()``) and has no handle left. Tasks may outlive it: their
/// jobs then run one after the other on short-lived threads, so that none of them waits for ever.
///
/// `@unchecked Sendable`: `uv`, `local` and `readBuffer` are used by the loop's thread only, after a start that happens after their
/// initialisation; `wakeUp` is used under the lock of `remote`, which says whether it still exists.
final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
  /// What belongs to the thread of the loop.
  struct Local {
    /// Jobs that the loop's own thread made ready.
    var jobs: [UnownedJob] = []
    /// The array that is being worked through, or an empty one that keeps its memory.
    var batch: [UnownedJob] = []
    /// Whether jobs may still be put here.
    var isOpen = true
    /// Whether the hook at the end of the turn has something to do.
    var needsHook = false
    var hooks: Hooks?
  }

  /// What the loop calls on its own thread, in turns.
  struct Hooks: Sendable {
    /// The time of the timer has come.
    var timer: @Sendable () -> Void
    /// The jobs of a turn have run.
    var endOfTurn: @Sendable () -> Void
  }

  /// What other threads leave for the loop.
  struct Remote {
    var jobs: [UnownedJob] = []
    /// Whether `wakeUp` exists.
    var isRunning = true
    /// After the loop has ended: whether a thread is running the jobs that still come.
    var isDraining = false
  }

  /// libuv's loop; only for code that runs on it.
  let uv: UnsafeMutablePointer<uv_loop_t>
  let wakeUp: UnsafeMutablePointer<uv_async_t>
  /// The one timer of the loop.
  let timer: UnsafeMutablePointer<uv_timer_t>
  let local: UnsafeMutablePointer<Local>
  /// What sockets are read into; its contents are used up before the callback returns.
  let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
  let remote = Lock(Remote())
  /// The thread that runs the loop, or runs jobs in its place; 0 when there is none.
  let owner = Atomic<UInt>(0)

  /// Files that a loop needs, and the first one of the process also for signals.
  private static let files = 8

  /// Creates a loop that does not run yet.
  ///
  /// - Throws: That the process may open no more files.
  init() throws(HTTPServerError) {
    uv = .allocate(capacity: 1)
    wakeUp = .allocate(capacity: 1)
    timer = .allocate(capacity: 1)
    local = .allocate(capacity: 1)
    local.initialize(to: Local())
    // It is tried before because libuv ends the process when there is no file for what its first loop needs.
    guard System.canOpenFiles(Self.files), uv_loop_init(uv) == 0 else { throw .tooManyFiles }
    let isReady = uv_async_init(uv, wakeUp) { handle in
      guard let data = handle?.pointee.data else { return }
      let loop = Unmanaged<EventLoop>.fromOpaque(data).takeUnretainedValue()
      loop.takeRemoteJobs()
      loop.endTurn()
    }
    guard isReady == 0 else {
      uv_loop_close(uv)
      throw .tooManyFiles
    }
    wakeUp.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    uv_timer_init(uv, timer)
    timer.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    local.deinitialize(count: 1)
    local.deallocate()
    wakeUp.deallocate()
    timer.deallocate()
    uv.deallocate()
    readBuffer.deallocate()
  }

  /// Gives back what the system has lent to a loop that was never started.
  func discard() { closeHandles() }

  /// The loop's clock in milliseconds, as of the beginning of the turn.
  var now: UInt64 { uv_now(uv) }

  /// Whether the calling thread is the loop's.
  var isCurrent: Bool { owner.load(ordering: .relaxed) == Thread.current }

  /// Lets the loop run until ``endWhenIdle()``.
  ///
  /// - Parameter hooks: What the loop calls; released when the loop ends.
  func start(_ hooks: Hooks) {
    local.pointee.hooks = hooks
    let runner = Runner(self)
    Task(executorPreference: self) { await runner.run() }
    Thread.detach { self.run() }
  }

  /// Lets the loop end as soon as it has no handle left.
  ///
  /// Called on the loop.
  func endWhenIdle() {
    uv_unref(wakeUp.asHandle)
  }

  /// An actor whose only job is to run the loop.
  ///
  /// While it does, the runtime knows that the thread is on this executor. Otherwise every callback that enters an
  /// actor, and every task that begins on it, would ask the executor, which costs as much as parsing a request.
  private actor Runner {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ loop: EventLoop) { self.loop = loop }

    func run() { uv_run(loop.uv, UV_RUN_DEFAULT) }
  }

  private func run() {
    owner.store(Thread.current, ordering: .relaxed)
    takeRemoteJobs()
    // One of these jobs is the runner's, during which the loop takes the jobs from here itself.
    runRemainingJobs()
    local.pointee.hooks = nil
    runRemainingJobs()
    local.pointee.isOpen = false
    remote.withLock {
      $0.isRunning = false
      $0.isDraining = true
    }
    closeHandles()
    drainRemains()
  }

  private func closeHandles() {
    uv_close(wakeUp.asHandle, nil)
    uv_close(timer.asHandle, nil)
    uv_run(uv, UV_RUN_DEFAULT)
    uv_loop_close(uv)
  }
}
