import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct RefreshErrorTests {
  /// A way for a request to end, and the code it must have.
  struct Ending: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: Int?
    let script: ScriptedTransport.Script

    init(_ name: String, code: Int?, _ script: @escaping ScriptedTransport.Script) {
      testDescription = name
      self.code = code
      self.script = script
    }
  }

  static let endings: [Ending] = [
    Ending("200", code: nil) { _, _ in .answer() },
    Ending("304", code: nil) { request, _ in request.validator == nil ? .answer(tag: "W/\"1\"") : .notModified },
    Ending("302", code: 302) { _, _ in FlagResponse(status: 302, headers: ["Location": "https://elsewhere.example"]) },
    Ending("400", code: 400) { _, _ in FlagResponse(status: 400) },
    Ending("401", code: 401) { _, _ in FlagResponse(status: 401) },
    Ending("404", code: 404) { _, _ in .text("<h1>not here</h1>", status: 404) },
    Ending("429", code: 429) { _, _ in FlagResponse(status: 429) },
    Ending("500", code: 500) { _, _ in .text("{", status: 500) },
    Ending("204", code: 204) { _, _ in FlagResponse(status: 204) },
    Ending("empty body", code: 200) { _, _ in FlagResponse(status: 200) },
    Ending("bad JSON", code: 200) { _, _ in .text("<html>") },
    Ending("odd JSON", code: 200) { _, _ in .text(#"{"flags":[1,2]}"#) },
    Ending("no such host", code: 0) { _, _ in throw URLError(.cannotFindHost) },
    Ending("timed out", code: 0) { _, _ in throw URLError(.timedOut) },
    Ending("cancelled", code: 0) { _, _ in throw CancellationError() },
  ]

  // On the main actor, so that a completion which runs before the call returns was called from inside it.
  @Test(arguments: endings) @MainActor
  func everyCompletionIsCalledOnceLaterAndOnTheMainThread(_ ending: Ending) async throws {
    let flags = try Bench(ScriptedTransport(ending.script)).client { $0.isRefreshThrottled = false }
    for _ in 0..<2 {
      let ends = Recorder<FeatureFlagsError?>()
      let isInside = Lock(true)
      for _ in 0..<10 {
        flags.refresh { error in
          MainActor.preconditionIsolated()
          #expect(!isInside.withLock { $0 })
          ends.add(error)
        }
      }
      #expect(ends.count == 0)
      isInside.withLock { $0 = false }
      flags.refresh(completion: nil)
      try await until("the completions are called") { ends.count >= 10 }
      _ = try? await flags.refresh()
      await MainActor.run {}
      #expect(ends.count == 10)
      #expect(ends.all.allSatisfy { $0?.code == ending.code })
    }
  }

  @Test(arguments: endings)
  func theAsynchronousFormThrowsTheSame(_ ending: Ending) async throws {
    let flags = try Bench(ScriptedTransport(ending.script)).client()
    do {
      try await flags.refresh()
      #expect(ending.code == nil)
      #expect(flags.state.lastError == nil)
    } catch {
      #expect((error as? FeatureFlagsError)?.code == ending.code)
      #expect(flags.state.lastError == error as? FeatureFlagsError)
    }
  }

  @Test(arguments: endings.filter { $0.code != nil })
  func theFlagsInEffectStay(_ ending: Ending) async throws {
    let transport = ScriptedTransport { _, _ in .answer(tag: "W/\"1\"") }
    let bench = try Bench(transport)
    let flags = bench.client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    flags.engine.store.waitUntilWritten(atMost: 10)
    let file = try bench.storedFile()
    transport.answer(ending.script)
    await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.state.origin == .remote)
    flags.engine.store.waitUntilWritten(atMost: 10)
    #expect(try bench.storedFile() == file)
  }

  @Test func aServerThatNeverAnswersIsGivenUp() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = bench.client { $0.requestTimeout = 7 }
    let ends = Recorder<FeatureFlagsError?>()
    flags.refresh { ends.add($0) }
    let late = try await transport.next()
    try await bench.advance(by: 6.5, flags)
    #expect(ends.count == 0)
    try await bench.advance(by: 0.5, flags)
    try await until("the request is given up") { ends.count == 1 }
    #expect(ends.all.first??.code == 0)
    late.answer(.answer())
    // The next request is answered; the late answer to the first is not taken for its own.
    flags.refresh { ends.add($0) }
    try await transport.next().answer(.answer([.flag("b")]))
    try await until("the second request has ended") { ends.count == 2 }
    #expect(flags.snapshot.all.map(\.key) == ["b"])
  }

  @Test func aCallerWhoseTaskIsCancelledDoesNotWait() async throws {
    let transport = ManualTransport()
    let flags = try Bench(transport).client()
    let other = Recorder<FeatureFlagsError?>()
    let task = Task { try await flags.refresh() }
    let exchange = try await transport.next()
    flags.refresh { other.add($0) }
    task.cancel()
    let error = await #expect(throws: FeatureFlagsError.self) { try await task.value }
    #expect(error?.code == 0)
    #expect(other.count == 0)
    // The request goes on for the one who still waits.
    exchange.answer(.answer())
    try await until("the other caller is told") { other.count == 1 }
    #expect(other.all == [nil])
  }

  @Test func aTaskThatIsCancelledAlreadySendsNothing() async throws {
    let transport = ScriptedTransport()
    let flags = try Bench(transport).client()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await flags.refresh()
    }
    task.cancel()
    await #expect(throws: FeatureFlagsError.self) { try await task.value }
    #expect(transport.requests.isEmpty)
  }

  @Test func aTaskThatIsCancelledWhileItRegistersDoesNotWait() async throws {
    let transport = ManualTransport()
    let flags = try Bench(transport).client()
    let task = Task {
      try await flags.engine.wait(.anyUser) { waiter in
        withUnsafeCurrentTask { $0?.cancel() }
        flags.engine.refresh(waiter)
      }
    }
    try await transport.next().answer(.answer())
    let error = await #expect(throws: FeatureFlagsError.self) { try await task.value }
    #expect(error?.code == 0)
  }

  @Test func aWrongAddressIsReportedAndTheFlagsHaveTheirDefaults() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = bench.client { $0.baseURL = URL(string: "ftp://flags.example")! }
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == 0)
    #expect(flags.isEnabled("a", default: true))
    #expect(transport.requests.isEmpty)
    #expect(bench.log.all.contains { $0.contains("baseURL") })
  }

  /// Decision 7: the address is no part of what an answer is stored for.
  @Test func aWrongAddressLeavesTheStoredFlagsInEffectForTheirDay() async throws {
    let bench = try Bench(ScriptedTransport())
    let first = bench.client()
    try await first.refresh()
    first.close()
    let flags = bench.client { $0.baseURL = URL(string: "ftp://flags.example")! }
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == 0)
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.state.origin == .stored)
    bench.clock.advance(by: 24 * 3600, frozen: true)
    #expect(!flags.isEnabled("a", default: false))
  }

  @Test(arguments: [0, -1, .infinity, .nan] as [TimeInterval])
  func aTimeoutThatIsNoneMeansTheDefault(_ timeout: TimeInterval) async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = bench.client { $0.requestTimeout = timeout }
    try await flags.refresh()
    #expect(transport.requests.first?.timeout == 10)
    #expect(bench.log.all.contains { $0.contains("requestTimeout") })
  }

  @Test func retryAfterIsObeyed() async throws {
    let transport = ScriptedTransport { _, _ in FlagResponse(status: 503, headers: ["Retry-After": "30"]) }
    let bench = try Bench(transport)
    let flags = bench.client()
    let first = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(first?.code == 503)
    #expect(first?.retryAfter == 30)
    bench.clock.advance(by: 10)
    let second = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(second?.code == 0)
    #expect(second?.retryAfter == 20)
    #expect(transport.requests.count == 1)
    transport.answer(.answer())
    bench.clock.advance(by: 20)
    try await flags.refresh()
    #expect(transport.requests.count == 2)
  }

  @Test func anErrorIsAlsoAnNSError() {
    let error = FeatureFlagsError(code: 503, message: "the server answered with HTTP 503") as any Error as NSError
    #expect(error.domain == "Serin.FeatureFlagsError")
    #expect(error.code == 503)
    #expect(error.localizedDescription == "the server answered with HTTP 503")
  }
}
