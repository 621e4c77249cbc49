import SerinLock
import Testing

@testable import HTTP

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Signals go to the whole process, so these tests run one after the other.
@Suite(.serialized) struct SignalWatcherTests {
  @Test(arguments: [(SIGTERM, SignalWatcher.Signal.terminate), (SIGINT, .interrupt)])
  func theFirstSignalIsReportedAndTheSecondEndsTheProcess(_ number: Int32, _ signal: SignalWatcher.Signal) async throws
  {
    let status = Lock<[Int32]>([])
    let ended = Event()
    let watcher = try SignalWatcher { code in
      status.withLock { $0.append(code) }
      ended.signal()
    }
    async let early = watcher.wait()
    kill(getpid(), number)
    #expect(await early == signal)
    #expect(await watcher.wait() == signal)
    #expect(status.withLock { $0 }.isEmpty)
    kill(getpid(), SIGTERM)
    await ended.wait()
    #expect(status.withLock { $0 } == [130])
    await watcher.cancel()
  }

  @Test func brokenPipesAreIgnored() async throws {
    let watcher = try SignalWatcher { _ in }
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    // With the usual action of SIGPIPE the process would be gone now.
    #expect(write(ends[1], "x", 1) == -1)
    #expect(errno == EPIPE)
    close(ends[1])
    await watcher.cancel()
  }
}
