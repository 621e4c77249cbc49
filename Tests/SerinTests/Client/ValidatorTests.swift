import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct ValidatorTests {
  @Test func theValidatorIsSentAnd304KeepsTheValues() async throws {
    let transport = ScriptedTransport { request, _ in
      request.validator == nil ? .answer(revision: 5, tag: "W/\"5\"") : .notModified
    }
    let bench = try Bench(transport)
    let flags = bench.client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    bench.clock.advance(by: 100)
    #expect(try await flags.refresh() == .unchanged)
    #expect(transport.requests.map(\.validator) == [nil, "W/\"5\""])
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.state.lastError == nil)
    #expect(flags.state.confirmedAt == bench.clock.now)
    #expect(flags.state.revision == 5)
  }

  @Test func a304AfterARelaunchMakesStoredFlagsTheServers() async throws {
    let transport = ScriptedTransport { request, _ in
      request.validator == nil ? .answer(tag: "W/\"5\"") : .notModified
    }
    let bench = try Bench(transport)
    let first = bench.client()
    try await first.refresh()
    first.close()
    let second = bench.client()
    #expect(second.get("a")?.origin == .stored)
    #expect(second.state.origin == .stored)
    #expect(try await second.refresh() == .unchanged)
    #expect(transport.requests.map(\.validator) == [nil, "W/\"5\""])
    #expect(second.get("a")?.origin == .remote)
    #expect(second.state.origin == .remote)
  }

  @Test func anAnswerWithoutAValidatorIsAskedForUnconditionally() async throws {
    let transport = ScriptedTransport()
    let flags = try Bench(transport).client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    try await flags.refresh()
    #expect(transport.requests.map(\.validator) == [nil, nil])
  }

  @Test func theValidatorIsNotSentForOtherAttributes() async throws {
    let transport = ScriptedTransport { _, _ in .answer(tag: "W/\"5\"") }
    let bench = try Bench(transport)
    let flags = bench.client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    flags.setAttributes(["plan": "pro"])
    try await flags.refresh()
    #expect(transport.requests.map(\.validator) == [nil, nil])
  }

  @Test func theValidatorIsNotSentForOtherAttributesAfterARelaunch() async throws {
    let transport = ScriptedTransport { _, _ in .answer(tag: "W/\"5\"") }
    let bench = try Bench(transport)
    let first = bench.client()
    try await first.refresh()
    first.close()
    let second = bench.client { $0.context.attributes = ["appVersion": "2.0"] }
    #expect(second.isEnabled("a", default: false))
    try await second.refresh()
    #expect(transport.requests.map(\.validator) == [nil, nil])
  }

  @Test func a412IsRepeatedOnceWithoutTheValidator() async throws {
    let transport = ScriptedTransport { request, _ in
      request.validator == nil ? .answer(tag: "W/\"5\"") : FlagResponse(status: 412)
    }
    let flags = try Bench(transport).client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    #expect(try await flags.refresh() == .unchanged)
    #expect(transport.requests.map(\.validator) == [nil, "W/\"5\"", nil])
  }

  @Test(arguments: [304, 412])
  func anUnconditionalRequestThatIsAnsweredSoFailsAfterOneRepetition(_ status: Int) async throws {
    let transport = ScriptedTransport { _, _ in FlagResponse(status: status) }
    let flags = try Bench(transport).client()
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == status)
    #expect(transport.requests.count == 2)
    #expect(flags.get("a") == nil)
  }

  @Test func aConfirmationOfWhatHasExpiredMeanwhileIsNotTaken() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = bench.client { $0.isRefreshThrottled = false }
    flags.refresh(completion: nil)
    try await transport.next().answer(.answer(tag: "W/\"5\""))
    try await until("flags are there") { flags.get("a") != nil }
    try await bench.advance(by: 24 * 3600 - 1, flags)
    flags.refresh(completion: nil)
    let conditional = try await transport.next()
    #expect(conditional.request.validator == "W/\"5\"")
    try await bench.advance(by: 2, flags)
    #expect(flags.engine.core.withLock { $0.held == nil })
    conditional.answer(.notModified)
    let repeated = try await transport.next()
    #expect(repeated.request.validator == nil)
    repeated.answer(.answer([.flag("b")]))
    try await until("the new flags are there") { flags.get("b") != nil }
  }
}
