import Foundation
import Testing

@testable import Serin

@Suite struct SourceOrderTests {
  private static let bundled = SnapshotSource(
    FlagsSnapshot([
      FeatureFlag(key: "a", isEnabled: false, variation: "bundled"),
      FeatureFlag(key: "b", isEnabled: true, variation: "bundled"),
    ]))

  @Test func theFirstSourceThatHasAFlagDecidesIt() async throws {
    let bench = try Bench(ScriptedTransport { _, _ in .answer([.flag("a"), .flag("c")]) })
    let flags = bench.client(sources: [.overrides, .remote, Self.bundled]) { $0.allowsOverrides = true }
    #expect(flags.get("a")?.variation == "bundled")
    #expect(flags.get("a")?.origin == .source("snapshot"))
    try await flags.refresh()
    #expect(flags.get("a")?.origin == .remote)
    #expect(flags.get("b")?.origin == .source("snapshot"))
    #expect(flags.get("c")?.origin == .remote)
    flags.overrides.set(FlagOverride(isEnabled: true), for: "b")
    #expect(flags.get("b")?.origin == .override)
    #expect(flags.snapshot.all.map(\.key) == ["a", "b", "c"])
  }

  @Test func theOrderIsThatOfTheList() async throws {
    let bench = try Bench(ScriptedTransport { _, _ in .answer([.flag("a")]) })
    let flags = bench.client(sources: [Self.bundled, .remote, .overrides]) { $0.allowsOverrides = true }
    try await flags.refresh()
    #expect(flags.get("a")?.origin == .source("snapshot"))
    flags.overrides.set(FlagOverride(isEnabled: true), for: "a")
    #expect(flags.get("a")?.origin == .source("snapshot"))
    flags.overrides.set(FlagOverride(isEnabled: true), for: "z")
    #expect(flags.get("z")?.origin == .override)
  }

  @Test func anArchivedFlagDoesNotComeBackFromTheStoredAnswer() async throws {
    let transport = ScriptedTransport { _, _ in .answer([.flag("a"), .flag("archived")]) }
    let bench = try Bench(transport)
    let first = bench.client()
    try await first.refresh()
    first.close()
    transport.answer(.answer(revision: 2, [.flag("a")]))
    let second = bench.client()
    #expect(second.get("archived")?.origin == .stored)
    try await second.refresh()
    #expect(second.get("archived") == nil)
    #expect(second.get("a")?.origin == .remote)
  }

  @Test func anEmptyAnswerReplacesTheFlags() async throws {
    let transport = ScriptedTransport()
    let flags = try Bench(transport).client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    transport.answer(.answer(revision: 2, []))
    #expect(try await flags.refresh() == .updated(changedKeys: ["a"]))
    #expect(flags.snapshot.all.isEmpty)
  }

  @Test func ofTwoSourcesWithOneNameTheFirstIsUsedAndTheLogSaysSo() throws {
    let bench = try Bench(ScriptedTransport())
    let other = SnapshotSource(FlagsSnapshot([FeatureFlag(key: "z", isEnabled: true)]))
    let flags = bench.client(sources: [.overrides, Self.bundled, other, .overrides])
    #expect(flags.get("b") != nil)
    #expect(flags.get("z") == nil)
    #expect(bench.log.all.filter { $0.contains("several with the name") }.count == 2)
    let more = SnapshotSource(FlagsSnapshot([FeatureFlag(key: "z", isEnabled: true)]), name: "more")
    let named = bench.client(sources: [Self.bundled, more])
    #expect(named.get("z")?.origin == .source("more"))
  }

  @Test func withoutAnySourceEveryFlagHasItsDefaultAndTheLogSaysSo() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient(sources: [])
    #expect(flags.get("a") == nil)
    #expect(flags.isEnabled("a", default: true))
    #expect(try await flags.refresh() == .unchanged)
    #expect(await flags.ready(within: 60).origin == .code)
    #expect(transport.requests.isEmpty)
    #expect(bench.log.all.contains { $0.contains("sources: there are none") })
  }

  @Test func withoutTheServerInTheListNothingIsSentAndStoredFlagsHaveNoEffect() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let first = bench.client()
    try await first.refresh()
    first.close()
    let flags = try await bench.activeClient(sources: [.overrides, Self.bundled])
    #expect(flags.get("a")?.variation == "bundled")
    #expect(try await flags.refresh() == .unchanged)
    flags.setUserID("bob")
    #expect(flags.get("a")?.variation == "bundled")
    #expect(transport.requests.count == 1)
    #expect(flags.state.origin == .source("snapshot"))
    #expect(flags.state.expiresAt == nil)
    #expect(flags.state.confirmedAt == nil)
  }

  @Test func aSnapshotNeverBecomesTooOld() async throws {
    let bench = try Bench(ScriptedTransport())
    let flags = bench.client(sources: [Self.bundled])
    bench.clock.advance(by: 10 * 365 * 24 * 3600, frozen: true)
    bench.clock.setWall(to: Date(timeIntervalSince1970: 0))
    #expect(flags.get("a")?.variation == "bundled")
    try await flags.refresh()
    #expect(flags.get("a")?.variation == "bundled")
  }

  @Test func whenTheServersAnswerIsTooOldTheNextSourceDecidesEvenBeforeATimerFires() async throws {
    let bench = try Bench(ScriptedTransport { _, _ in .answer([.flag("a")]) })
    let flags = bench.client(sources: [.remote, Self.bundled])
    try await flags.refresh()
    bench.clock.advance(by: 24 * 3600, frozen: true)
    #expect(flags.get("a")?.variation == "bundled")
    #expect(!flags.isEnabled("a", default: true))
    #expect(flags.snapshot.get("a")?.variation == "bundled")
  }

  @Test func aClientInMemoryHasItsFlagsAtOnceAndTouchesNothing() async throws {
    let flags = FeatureFlags.inMemory(FlagsSnapshot([FeatureFlag(key: "a", isEnabled: true)]))
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.get("b") == nil)
    #expect(flags.overrides.set(FlagOverride(isEnabled: false), for: "a"))
    #expect(!flags.isEnabled("a", default: true))
    flags.start()
    #expect(try await flags.refresh() == .unchanged)
    #expect(await flags.ready(within: 60).origin == .source("snapshot"))
    try await flags.identify("bob")
    #expect(!flags.isEnabled("a", default: true))
    #expect(!FeatureFlags.inMemory(allowsOverrides: false).overrides.set(FlagOverride(isEnabled: true), for: "a"))
    #expect(FeatureFlags.inMemory().snapshot.all.isEmpty)
  }
}
