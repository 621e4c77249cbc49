import Foundation
import Testing

@testable import Serin

@Suite struct KillSwitchExpiryTests {
  private static let day: TimeInterval = 24 * 3600
  private static let chat = FlagKey.declaredSwitch("chat")

  private let transport = ScriptedTransport { _, _ in
    .answer(
      revision: 5,
      [
        .flag("chat", false, rule: "", reason: "killed"), .flag("feature", false), .flag("search"),
        .flag("undeclared", false),
      ])
  }
  private let bench: Bench

  init() throws {
    bench = try Bench(transport)
  }

  private func client(user: String? = "alice") -> FeatureFlags {
    bench.client(user: user) {
      $0.declared = [Self.chat, .declaredSwitch("search"), .declared("feature", default: true)]
      $0.isRefreshThrottled = false
      $0.allowsOverrides = true
    }
  }

  private func expectOff(_ flags: FeatureFlags) {
    #expect(!flags.isEnabled("chat", default: true))
    let details = flags.details(Self.chat)
    #expect(details.reason == .expiredOff)
    #expect(!details.isEnabled)
    // Every other flag has its default: a switch that was on, other kinds, and what is not declared.
    for key in ["feature", "search", "undeclared"] { #expect(flags.get(key) == nil) }
  }

  @Test func aKillSwitchThatWasOffStaysOffInARunningApp() async throws {
    let flags = client()
    try await flags.refresh()
    transport.goOffline()
    try await bench.advance(by: Self.day, flags)
    expectOff(flags)
    #expect(flags.snapshot.all.map(\.key) == ["chat"])
    try await bench.advance(by: 30 * Self.day, flags)
    expectOff(flags)
  }

  @Test func itStaysOffBeforeATimerFires() async throws {
    let flags = client()
    try await flags.refresh()
    bench.clock.advance(by: Self.day, frozen: true)
    expectOff(flags)
    #expect(flags.snapshot.get("chat")?.isEnabled == false)
  }

  @Test(arguments: [Self.day, 100 * Self.day, -3600])
  func itStaysOffAfterARelaunchWithAnAnswerThatIsTooOldOrFromTheFuture(_ age: TimeInterval) async throws {
    let first = client()
    try await first.refresh()
    first.close()
    transport.goOffline()
    bench.clock.setWall(to: bench.clock.now.addingTimeInterval(age))
    expectOff(client())
    // And once more.
    expectOff(client())
  }

  @Test func aFreshAnswerEndsIt() async throws {
    let flags = client()
    try await flags.refresh()
    try await bench.advance(by: Self.day, flags)
    transport.answer(.answer(revision: 6, [.flag("chat", true)]))
    try await flags.refresh()
    #expect(flags.isEnabled("chat", default: false))
    try await bench.advance(by: Self.day, flags)
    #expect(flags.get("chat") == nil)
    #expect(flags.details(Self.chat).isEnabled)
  }

  @Test func aFreshAnswerWithoutTheFlagEndsIt() async throws {
    let flags = client()
    try await flags.refresh()
    try await bench.advance(by: Self.day, flags)
    transport.answer(.answer(revision: 6, []))
    try await flags.refresh()
    #expect(flags.get("chat") == nil)
  }

  @Test func aPartialAnswerEndsItOnlyWhenItDecidesTheFlag() async throws {
    let flags = client()
    try await flags.refresh()
    try await bench.advance(by: Self.day, flags)
    transport.answer(.answer(revision: 6, [.flag("search")], undecided: ["chat"]))
    try await flags.refresh()
    #expect(flags.get("chat")?.reason == .expiredOff)
    #expect(flags.get("search")?.isEnabled == true)
    transport.answer(.answer(revision: 6, [.flag("chat")], undecided: ["search"]))
    try await flags.refresh()
    #expect(flags.get("chat")?.isEnabled == true)
  }

  @Test func anotherUserIsNotConcerned() async throws {
    let flags = client()
    try await flags.refresh()
    transport.goOffline()
    try await bench.advance(by: Self.day, flags)
    flags.setUserID("bob")
    #expect(flags.get("chat") == nil)
    flags.setUserID("alice")
    #expect(flags.get("chat")?.reason == .expiredOff)
  }

  @Test func anOverrideBeatsIt() async throws {
    let flags = client()
    try await flags.refresh()
    try await bench.advance(by: Self.day, flags)
    flags.overrides.set(FlagOverride(isEnabled: true), for: "chat")
    #expect(flags.isEnabled("chat", default: false))
  }

  @Test @MainActor func listenersHearOnlyOfTheFlagsThatChange() async throws {
    let flags = client()
    try await flags.refresh()
    try await bench.settle(flags)
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    try await bench.advance(by: Self.day, flags)
    try await until("the listener is told") { listener.changes.count == 1 }
    #expect(listener.changes.first?.cause == .expiry)
    #expect(listener.changes.first?.changedKeys == ["feature", "search", "undeclared"])
  }
}
