import Foundation
import Testing

@testable import Serin

@Suite struct OverrideTests {
  let transport = ScriptedTransport()
  let bench: Bench

  init() throws {
    bench = try Bench(transport)
  }

  func client(user: String? = "alice") -> FeatureFlags {
    bench.client(user: user) {
      $0.allowsOverrides = true
      $0.isRefreshThrottled = false
    }
  }

  @Test func anOverrideBeatsTheServerAndAKill() async throws {
    transport.answer(.answer([.flag("a", false, rule: "", reason: "killed")]))
    let flags = client()
    try await flags.refresh()
    #expect(flags.overrides.set(FlagOverride(isEnabled: true), for: "a"))
    let flag = try #require(flags.get("a"))
    #expect(flag.isEnabled)
    #expect(flag.variation == "on")
    #expect(flag.ruleId == "default")
    #expect(flag.reason == .override)
    #expect(flag.origin == .override)
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.snapshot.isEnabled("a", default: false))
    flags.overrides.set(nil, for: "a")
    #expect(flags.get("a")?.reason == .killed)
    #expect(!flags.isEnabled("a", default: true))
  }

  @Test func anOverrideGivesAFlagThatNoSourceHas() {
    let flags = client()
    flags.overrides.set(FlagOverride(isEnabled: true, variation: "blue", properties: ["n": 1]), for: "only here")
    #expect(flags.get("only here")?.variation == "blue")
    #expect(flags.get("only here")?.number(forProperty: "n", default: 0) == 1)
  }

  @Test func propertiesThatAnOverrideLeavesOutComeFromBelow() async throws {
    transport.answer(.answer([.flag("a", properties: ["color": "blue", "size": 3])]))
    let flags = client()
    try await flags.refresh()
    flags.overrides.set(FlagOverride(isEnabled: false, properties: ["size": 9]), for: "a")
    #expect(flags.get("a")?.string(forProperty: "color", default: "") == "blue")
    #expect(flags.get("a")?.number(forProperty: "size", default: 0) == 9)
    // Below there is a new answer.
    transport.answer(.answer(revision: 2, [.flag("a", properties: ["color": "red", "size": 4])]))
    try await flags.refresh()
    #expect(flags.get("a")?.string(forProperty: "color", default: "") == "red")
    #expect(flags.get("a")?.number(forProperty: "size", default: 0) == 9)
  }

  @Test func overridesSurviveRelaunchUserChangeAndNewAnswersUntilTheyAreRemoved() async throws {
    let first = client()
    try await first.refresh()
    first.overrides.set(FlagOverride(isEnabled: false), for: "a")
    first.setUserID("bob")
    #expect(first.get("a")?.origin == .override)
    transport.answer(.answer(revision: 7))
    try await first.refresh()
    #expect(first.get("a")?.origin == .override)
    first.close()
    let second = client(user: nil)
    #expect(second.get("a")?.origin == .override)
    #expect(second.overrides.all == ["a": FlagOverride(isEnabled: false)])
    second.overrides.removeAll()
    #expect(second.overrides.all.isEmpty)
    #expect(second.get("a") == nil)
    second.close()
    #expect(client(user: "bob").get("a")?.origin == .stored)
  }

  @Test func anOverrideOutlivesTheAnswerBelowItEvenBeforeATimerFires() async throws {
    transport.answer(.answer([.flag("a", properties: ["n": 1]), .flag("b")]))
    let flags = client()
    try await flags.refresh()
    flags.overrides.set(FlagOverride(isEnabled: true), for: "a")
    bench.clock.advance(by: 24 * 3600, frozen: true)
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.get("a")?.number(forProperty: "n", default: 0) == 0)
    #expect(flags.get("b") == nil)
    #expect(flags.snapshot.all.map(\.key) == ["a"])
  }

  @Test func whereTheyAreNotAllowedNothingIsSetAndAStoredFileHasNoEffect() throws {
    let debug = client()
    debug.overrides.set(FlagOverride(isEnabled: true), for: "a")
    debug.close()
    let shipped = bench.client()
    #expect(shipped.get("a") == nil)
    #expect(shipped.overrides.all.isEmpty)
    #expect(!shipped.overrides.set(FlagOverride(isEnabled: true), for: "a"))
    #expect(!shipped.overrides.set(nil, for: "a"))
    shipped.overrides.removeAll()
    #expect(shipped.get("a") == nil)
    #expect(bench.log.all.filter { $0.contains("overrides are not allowed") }.count == 1)
    shipped.close()
    #expect(client().get("a")?.origin == .override)
  }

  @Test func withoutThePlaceForThemInTheListTheyAreNotAllowed() {
    let flags = bench.client(sources: [.remote]) { $0.allowsOverrides = true }
    #expect(!flags.overrides.set(FlagOverride(isEnabled: true), for: "a"))
    #expect(flags.get("a") == nil)
  }

  @Test @MainActor func listenersHearOfAnOverrideWithItsCause() async throws {
    let flags = client()
    try await flags.refresh()
    try await bench.settle(flags)
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    flags.overrides.set(FlagOverride(isEnabled: false), for: "a")
    try await until("the listener is told") { listener.changes.count == 1 }
    #expect(listener.changes.first?.cause == .override)
    #expect(listener.changes.first?.changedKeys == ["a"])
    // The same again, and a new answer underneath, change nothing.
    flags.overrides.set(FlagOverride(isEnabled: false), for: "a")
    transport.answer(.answer(revision: 2))
    try await flags.refresh()
    try await bench.settle(flags)
    #expect(listener.changes.count == 1)
    flags.overrides.removeAll()
    try await until("the listener is told again") { listener.changes.count == 2 }
    #expect(listener.changes.last?.snapshot.isEnabled("a", default: false) == true)
  }
}
