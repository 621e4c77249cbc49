import Foundation
import SerinLock
import Testing

@testable import Serin

/// What is not wanted any more is cancelled while no lock is held: a task's handlers are code of the app's own, which may
/// call the client.
@Suite struct CancellationTests {
  /// A network layer that calls somebody when a request or a stream is cancelled.
  private final class CallingTransport: FlagTransport {
    let onCancel = Lock<@Sendable () -> Void>({})
    let requests = Recorder<FlagRequest>()
    let cancelled = Recorder<String>()
    /// Whether the request is left without an answer.
    let hangs = Lock<@Sendable (FlagRequest) -> Bool>({ _ in true })
    private let clock: TestClock

    init(_ clock: TestClock) { self.clock = clock }

    func send(_ request: FlagRequest) async throws -> FlagResponse {
      requests.add(request)
      guard hangs.withLock({ $0 })(request) else { return .answer() }
      try await withTaskCancellationHandler {
        try await clock.sleep(seconds: .infinity)
      } onCancel: {
        call(request.url.lastPathComponent)
      }
      return .answer()
    }

    func lines(_ request: FlagRequest) -> AsyncThrowingStream<String, any Error> {
      let (lines, continuation) = AsyncThrowingStream.makeStream(of: String.self)
      continuation.onTermination = { _ in self.call("stream") }
      continuation.yield("")
      return lines
    }

    private func call(_ name: String) {
      onCancel.withLock { $0 }()
      cancelled.add(name)
    }
  }

  private let bench: Bench
  private let transport: CallingTransport

  init() throws {
    let clock = TestClock()
    transport = CallingTransport(clock)
    bench = try Bench(transport, clock: clock)
  }

  /// Does something on a thread that nobody else needs, should it never return.
  private func returns(_ what: String, _ body: @escaping @Sendable () -> Void) async throws {
    let hasReturned = Lock(false)
    Thread.detachNewThread {
      body()
      hasReturned.withLock { $0 = true }
    }
    try await until("\(what) returns", within: 60) { hasReturned.withLock { $0 } }
  }

  @Test func aRequestForAnEarlierUserIsCancelledWithoutALock() async throws {
    let flags = bench.client()
    flags.refresh(completion: nil)
    try await until("the request is sent") { transport.requests.count == 1 }
    transport.onCancel.withLock { $0 = { [weak flags] in flags?.setAttributes(["plan": "pro"]) } }
    try await returns("setUserID") { flags.setUserID("bob") }
    #expect(transport.cancelled.all == ["evaluate"])
    #expect(flags.context.attributes == ["plan": "pro"])
    flags.close()
  }

  @Test func aQuestionToASourceIsCancelledWithoutALock() async throws {
    let isAsked = Lock(false)
    let clock = bench.clock
    let onCancel = transport.onCancel
    let source = TestSource { _, _ in
      isAsked.withLock { $0 = true }
      try await withTaskCancellationHandler {
        try await clock.sleep(seconds: .infinity)
      } onCancel: {
        onCancel.withLock { $0 }()
      }
      return nil
    }
    let flags = bench.client(sources: [source])
    flags.start()
    try await until("the source is asked") { isAsked.withLock { $0 } }
    let seen = Recorder<FlagsState>()
    onCancel.withLock { $0 = { [weak flags] in (flags?.state).map(seen.add) } }
    try await returns("setAttributes") { flags.setAttributes(["plan": "pro"]) }
    #expect(seen.count == 1)
    flags.close()
  }

  @Test func theStreamAndItsTimersAreCancelledWithoutALock() async throws {
    transport.hangs.withLock { $0 = { _ in false } }
    let flags = try await bench.activeClient()
    try await until("the stream is open") { flags.state.isStreaming }
    transport.onCancel.withLock { $0 = { [weak flags] in flags?.close() } }
    bench.lifecycle.enter(.background)
    try await until("the stream was closed", within: 60) { transport.cancelled.all == ["stream"] }
    #expect(!flags.state.isStreaming)
  }

  @Test func eventsUnderWayAreGivenUpWithoutALock() async throws {
    transport.hangs.withLock { $0 = { $0.url.lastPathComponent == "events" } }
    let flags = try await bench.seeingClient { $0.isStreaming = false }
    flags.logImpression("a")
    flags.engine.events.flush()
    try await until("a batch is sent") { transport.requests.all.last?.url.lastPathComponent == "events" }
    transport.onCancel.withLock { $0 = { [weak flags] in flags?.engine.events.sender.flush() } }
    try await returns("close") { flags.close() }
    #expect(transport.cancelled.all == ["events"])
  }
}
