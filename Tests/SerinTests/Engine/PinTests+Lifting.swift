import Foundation
import Testing

@testable import Serin

extension PinTests {
  @Test func aKillTakesEffectAtOnce() async throws {
    let flags = client()
    try await flags.refresh()
    #expect(flags.isEnabled("launch", default: false))
    try await update(flags, to: "off", reason: "killed")
    #expect(!flags.isEnabled("launch", default: true))
    #expect(flags.get("launch")?.reason == .killed)
    // What was read last is what stays.
    try await update(flags, to: "treatment")
    #expect(!flags.isEnabled("launch", default: true))
  }

  @Test func aKillTakesEffectAlsoWhereTheDefaultWasRead() async throws {
    let flags = client()
    #expect(flags.isEnabled("launch", default: true))
    try await update(flags, to: "off", reason: "killed")
    #expect(!flags.isEnabled("launch", default: true))
  }

  @Test func anOverrideTakesEffectAtOnceAndFreesTheFlag() async throws {
    let flags = client()
    try await flags.refresh()
    #expect(flags.get("launch")?.variation == "control")
    flags.overrides.set(FlagOverride(isEnabled: true, variation: "mine"), for: "launch")
    #expect(flags.get("launch")?.variation == "mine")
    #expect(!flags.details(Self.declared[0]).isPinned)
    try await update(flags, to: "treatment")
    flags.overrides.removeAll()
    #expect(flags.get("launch")?.variation == "treatment")
  }

  @Test @MainActor func aNewSessionFreesSessionFlagsOnlyAndListenersHearOfIt() async throws {
    let flags = try await bench.activeClient {
      $0.declared = Self.declared
      $0.isRefreshThrottled = false
    }
    try await bench.settleRequests(flags)
    for key in ["launch", "session"] { #expect(flags.get(key)?.variation == "control") }
    try await update(flags, to: "treatment")
    transport.goOffline()
    try await bench.settle(flags)
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    // 29 minutes end no session.
    try await bench.pause(for: 29 * 60, flags)
    #expect(flags.get("session")?.variation == "control")
    try await bench.pause(for: 31 * 60, flags)
    try await until("the session flag is free") { flags.get("session")?.variation == "treatment" }
    #expect(flags.get("launch")?.variation == "control")
    try await until("the listener is told") { !listener.changes.isEmpty }
    #expect(listener.changes.map(\.cause) == [.unpinned])
    #expect(listener.changes.first?.changedKeys == ["session"])
  }

  @Test func anotherUserFreesEverything() async throws {
    let flags = client()
    #expect(flags.get("launch") == nil)
    try await flags.identify("bob")
    #expect(flags.get("launch")?.variation == "control")
    transport.answer(Self.answer("treatment", revision: 2))
    try await flags.identify("alice")
    #expect(flags.get("launch")?.variation == "treatment")
  }

  @Test(arguments: [true, false])
  func anAnswerThatIsTooOldFreesWhatWasReadOfIt(_ isFrozen: Bool) async throws {
    let flags = client()
    try await flags.refresh()
    #expect(flags.get("launch")?.variation == "control")
    if isFrozen {
      bench.clock.advance(by: 24 * 3600, frozen: true)
    } else {
      try await bench.advance(by: 24 * 3600, flags)
    }
    #expect(flags.get("launch") == nil)
    #expect(flags.snapshot.get("launch") == nil)
    #expect(flags.details(Self.declared[0]).reason == .notReady)
  }

  @Test func aRelaunchFreesEverything() async throws {
    let first = client()
    try await first.refresh()
    #expect(first.get("launch")?.variation == "control")
    try await update(first, to: "treatment")
    first.close()
    #expect(client().get("launch")?.variation == "treatment")
  }
}
