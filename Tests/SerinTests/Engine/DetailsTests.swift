import Foundation
import Testing

@testable import Serin

@Suite struct DetailsTests {
  private func flags(_ response: FlagResponse) async throws -> FeatureFlags {
    let flags = try Bench(ScriptedTransport { _, _ in response }).client()
    try await flags.refresh()
    return flags
  }

  @Test func beforeAnyAnswerAFlagIsNotReady() throws {
    let flags = try Bench(ScriptedTransport()).client()
    let details = flags.details(.declared("a", default: true))
    #expect(
      details == FlagDetails(flag: nil, isEnabled: true, reason: .notReady, origin: .code, isPinned: false))
  }

  @Test func aKeyThatAWholeAnswerDoesNotHaveIsUnknown() async throws {
    let flags = try await flags(.answer([.flag("a")]))
    #expect(flags.details(.declared("b")).reason == .unknownFlag)
    // Exactly the same bytes, nothing else.
    #expect(flags.details(.declared("A")).reason == .unknownFlag)
  }

  @Test func aBrokenFlagIsMalformed() async throws {
    let broken: JSONValue = ["key": "b", "reason": "malformed"]
    let flags = try await flags(.answer([.flag("a"), broken]))
    #expect(flags.details(.declared("b")).reason == .malformed)
    #expect(flags.get("b") == nil)
  }

  @Test func aFlagThatCouldNotBeDecidedIsUndecidedUnlessItKeptAValue() async throws {
    let transport = ScriptedTransport { _, _ in .answer([.flag("a"), .flag("kept")]) }
    let flags = try Bench(transport).client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    transport.answer(.answer(revision: 2, [.flag("a")], undecided: ["kept", "never"]))
    try await flags.refresh()
    #expect(flags.details(.declared("never", default: true)).reason == .undecided)
    #expect(flags.details(.declared("kept")).reason == .ruleMatched)
    #expect(flags.details(.declared("gone")).reason == .unknownFlag)
  }

  @Test func anAnswerHasItsOwnReasonAndOrigin() async throws {
    let flags = try await flags(
      .answer([.flag("a", false, rule: "", reason: "killed"), .flag("b", reason: "fromTheFuture")]))
    let details = flags.details(.declared("a", default: true))
    #expect(details.reason == .killed)
    #expect(details.origin == .remote)
    #expect(!details.isEnabled)
    #expect(details.flag == flags.get("a"))
    #expect(flags.details(.declared("b")).reason == FlagReason(rawValue: "fromTheFuture"))
  }

  @Test func whenTheAnswerIsTooOldAFlagIsNotReadyAgain() async throws {
    let bench = try Bench(ScriptedTransport())
    let flags = bench.client()
    try await flags.refresh()
    try await bench.advance(by: 24 * 3600, flags)
    #expect(flags.details(.declared("a")).reason == .notReady)
  }

  @Test func aSnapshotSaysWhatItHas() {
    let snapshot = FlagsSnapshot([FeatureFlag(key: "a", isEnabled: true)])
    #expect(snapshot.details(.declared("a")).origin == .code)
    #expect(snapshot.details(.declared("a")).isEnabled)
    let unknown = snapshot.details(.declared("b", default: true))
    #expect(unknown.reason == .unknownFlag)
    #expect(unknown.isEnabled)
  }

  @Test func detailsAreAReadingAsAnyOther() async throws {
    let transport = ScriptedTransport { _, _ in .answer([.flag("a", variation: "control")]) }
    let key = FlagKey.declared("a", .experiment, stability: .launch)
    let flags = try Bench(transport).client {
      $0.declared = [key]
      $0.isRefreshThrottled = false
    }
    try await flags.refresh()
    #expect(flags.details(key).isPinned)
    transport.answer(.answer(revision: 2, [.flag("a", variation: "treatment")]))
    try await flags.refresh()
    #expect(flags.get("a")?.variation == "control")
  }
}
