import Foundation
import Testing

@testable import Serin

@Suite struct PartialAnswerTests {
  private static let whole = FlagResponse.answer(
    revision: 5, [.flag("a"), .flag("b"), .flag("c")], tag: "W/\"E5\"")
  private static let partial = FlagResponse.answer(revision: 6, [.flag("a", false)], undecided: ["b"], tag: "W/\"E6\"")

  @Test func decidedFlagsApplyForThisRunAndTheFileStays() async throws {
    let transport = ScriptedTransport { _, index in index == 0 ? Self.whole : Self.partial }
    let bench = try Bench(transport)
    let flags = bench.client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    flags.engine.store.waitUntilWritten(atMost: 10)
    let file = try bench.storedFile()

    #expect(try await flags.refresh() == .partial(undecided: ["b"]))
    #expect(!flags.isEnabled("a", default: true))
    #expect(flags.isEnabled("b", default: false))
    #expect(flags.get("c") == nil)
    #expect(flags.state.isPartial)
    #expect(flags.state.revision == 6)
    flags.close()
    #expect(try bench.storedFile() == file)

    let relaunched = bench.client()
    for key in ["a", "b", "c"] { #expect(relaunched.isEnabled(key, default: false)) }
    try await relaunched.refresh()
    #expect(transport.requests.last?.validator == "W/\"E5\"")
  }

  @Test func theNextRefreshIsUnconditionalAndNotThrottled() async throws {
    let transport = ScriptedTransport { _, index in index == 1 ? Self.partial : Self.whole }
    let bench = try Bench(transport)
    let flags = bench.client()
    try await flags.refresh()
    bench.clock.advance(by: 300)
    try await flags.refresh()
    bench.clock.advance(by: 1)
    transport.answer(.answer(revision: 6, [.flag("a", false), .flag("b", false)]))
    #expect(try await flags.refresh() == .updated(changedKeys: ["b"]))
    #expect(transport.requests.map(\.validator) == [nil, "W/\"E5\"", nil])
    #expect(!flags.state.isPartial)
  }

  @Test func undecidedWithoutAnEarlierValueStaysUnknown() async throws {
    let flags = try Bench(ScriptedTransport { _, _ in Self.partial }).client()
    #expect(try await flags.refresh() == .partial(undecided: ["b"]))
    #expect(flags.get("b") == nil)
    #expect(flags.get("a") != nil)
  }

  @Test func keptValuesEndWithTheAnswerTheyCameFrom() async throws {
    let transport = ScriptedTransport { _, index in index == 0 ? Self.whole : Self.partial }
    let bench = try Bench(transport)
    let flags = bench.client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    let expiry = bench.clock.now.addingTimeInterval(24 * 3600)
    try await bench.advance(by: 23 * 3600, flags)
    try await flags.refresh()
    #expect(flags.state.expiresAt == expiry)
    try await bench.advance(by: 3600, flags)
    #expect(flags.get("b") == nil)
    #expect(flags.get("a")?.isEnabled == false)
    try await bench.advance(by: 23 * 3600, flags)
    #expect(flags.get("a") == nil)
  }

  @Test func aKeptValueIsNotMadeYoungerByASecondPartialAnswer() async throws {
    let transport = ScriptedTransport { _, index in
      index == 0 ? Self.whole : .answer(revision: 6, [.flag("a", false)], undecided: ["b", "c"])
    }
    let bench = try Bench(transport)
    let flags = bench.client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    for _ in 0..<2 {
      try await bench.advance(by: 10 * 3600, flags)
      try await flags.refresh()
    }
    #expect(flags.isEnabled("b", default: false))
    try await bench.advance(by: 4 * 3600, flags)
    #expect(flags.get("b") == nil)
    #expect(flags.get("c") == nil)
    #expect(flags.get("a") != nil)
  }
}
