import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct ReadyTests {
  /// A client that runs again with flag `a` stored as on.
  private func relaunched(_ transport: ManualTransport) async throws -> (Bench, FeatureFlags) {
    let bench = try Bench(transport)
    let first = bench.client()
    first.refresh(completion: nil)
    try await transport.next().answer(.answer())
    try await until("flags are there") { first.get("a") != nil }
    first.close()
    return (bench, try await bench.activeClient())
  }

  private func beginWaiting(
    _ flags: FeatureFlags, within seconds: TimeInterval
  ) async throws -> Task<FlagsState, Never> {
    let task = Task { await flags.ready(within: seconds) }
    try await until("it waits") { flags.engine.core.withLock { !$0.readiness.isEmpty } }
    return task
  }

  @Test func waitingEndsWithTheServersAnswer() async throws {
    let transport = ManualTransport()
    let (_, flags) = try await relaunched(transport)
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.get("a")?.origin == .stored)
    let waiting = try await beginWaiting(flags, within: 1)
    try await transport.next().answer(.answer(revision: 2, [.flag("a", false)]))
    #expect(await waiting.value.origin == .remote)
    #expect(!flags.isEnabled("a", default: true))
  }

  @Test func waitingEndsWhenTheTimeIsOver() async throws {
    let transport = ManualTransport()
    let (bench, flags) = try await relaunched(transport)
    let waiting = try await beginWaiting(flags, within: 1)
    try await bench.advance(by: 1, flags)
    let state = await waiting.value
    #expect(state.origin == .stored)
    #expect(state.lastError == nil)
  }

  @Test func waitingEndsWithAnError() async throws {
    let transport = ManualTransport()
    let (_, flags) = try await relaunched(transport)
    let waiting = try await beginWaiting(flags, within: 1)
    try await transport.next().answer(FlagResponse(status: 401))
    let state = await waiting.value
    #expect(state.origin == .stored)
    #expect(state.lastError?.code == 401)
    // It stays so until something else is under way.
    #expect(await flags.ready(within: 1000).lastError?.code == 401)
  }

  @Test func waitingEndsWithAPartialAnswer() async throws {
    let transport = ManualTransport()
    let (_, flags) = try await relaunched(transport)
    let waiting = try await beginWaiting(flags, within: 1)
    try await transport.next().answer(.answer(revision: 2, [.flag("b")], undecided: ["a"]))
    #expect(await waiting.value.isPartial)
    #expect(await flags.ready(within: 1000).isPartial)
  }

  @Test func waitingEndsWhenTheClientIsClosed() async throws {
    let transport = ManualTransport()
    let (_, flags) = try await relaunched(transport)
    let waiting = try await beginWaiting(flags, within: 1)
    flags.close()
    #expect(await waiting.value.origin == .stored)
    #expect(await flags.ready(within: 1000).origin == .stored)
  }

  @Test func waitingEndsWhenTheTaskIsCancelled() async throws {
    let transport = ManualTransport()
    let (_, flags) = try await relaunched(transport)
    let waiting = try await beginWaiting(flags, within: 1000)
    waiting.cancel()
    #expect(await waiting.value.origin == .stored)
  }

  @Test(arguments: [0, -1, .nan, -.infinity] as [TimeInterval])
  func noTimeIsNoWait(_ seconds: TimeInterval) async throws {
    let flags = try Bench(ManualTransport()).client()
    #expect(await flags.ready(within: seconds).origin == .code)
  }

  @Test func withFlagsOfThisRunThereIsNoWait() async throws {
    let transport = ScriptedTransport()
    let flags = try Bench(transport).client()
    try await flags.refresh()
    #expect(await flags.ready(within: 1000).origin == .remote)
  }

  @Test func aNewUserIsWaitedForAnew() async throws {
    let transport = ManualTransport()
    let (_, flags) = try await relaunched(transport)
    try await transport.next().answer(.answer())
    _ = await flags.ready(within: 1000)
    flags.setUserID("bob")
    let waiting = try await beginWaiting(flags, within: 1)
    try await transport.next().answer(.answer([.flag("b")]))
    #expect(await waiting.value.origin == .remote)
    #expect(flags.get("b") != nil)
  }

  @Test func theCompletionIsCalledOnceOnTheMainThread() async throws {
    let flags = try Bench(ScriptedTransport()).client()
    try await flags.refresh()
    let states = Recorder<FlagsState>()
    flags.ready(within: 1) { state in
      MainActor.preconditionIsolated()
      states.add(state)
    }
    try await until("the completion is called") { states.count == 1 }
    #expect(states.all.first?.origin == .remote)
  }
}
