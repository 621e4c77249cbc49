import Foundation
import Testing

@testable import Serin

@Suite struct PinTests {
  static let declared = [
    FlagKey.declared("launch", .experiment, stability: .launch), .declared("session", stability: .session),
    .declared("live"),
  ]

  let transport = ScriptedTransport { _, _ in PinTests.answer("control") }
  let bench: Bench

  init() throws {
    bench = try Bench(transport)
  }

  static func answer(_ variation: String, revision: Double = 1, reason: String = "ruleMatched") -> FlagResponse {
    .answer(
      revision: revision,
      ["launch", "live", "session", "undeclared"].map {
        .flag($0, variation != "off", rule: reason == "killed" ? "" : "r_1", variation: variation, reason: reason)
      })
  }

  func client(_ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }) -> FeatureFlags {
    bench.client {
      $0.declared = Self.declared
      $0.isRefreshThrottled = false
      $0.allowsOverrides = true
      configure(&$0)
    }
  }

  func update(_ flags: FeatureFlags, to variation: String, reason: String = "ruleMatched") async throws {
    transport.answer(Self.answer(variation, revision: 2, reason: reason))
    try await flags.refresh()
  }

  @Test func theFirstReadingIsKeptAndOthersSeeTheNewest() async throws {
    let flags = client()
    try await flags.refresh()
    for key in ["launch", "session", "live", "undeclared"] { #expect(flags.get(key)?.variation == "control") }
    try await update(flags, to: "treatment")
    #expect(flags.get("launch")?.variation == "control")
    #expect(flags.get("session")?.variation == "control")
    #expect(flags.get("live")?.variation == "treatment")
    #expect(flags.get("undeclared")?.variation == "treatment")
    #expect(flags.snapshot.get("launch")?.variation == "control")
    #expect(flags.details(Self.declared[0]).isPinned)
    #expect(!flags.details(Self.declared[2]).isPinned)
  }

  @Test func aFlagThatWasNotReadHasItsNewestValueWhenItIs() async throws {
    let flags = client()
    try await flags.refresh()
    // Looking at a snapshot keeps nothing.
    #expect(flags.snapshot.get("launch")?.variation == "control")
    try await update(flags, to: "treatment")
    #expect(flags.get("launch")?.variation == "treatment")
  }

  @Test func aDefaultThatWasReadStays() async throws {
    let flags = client()
    #expect(!flags.isEnabled("launch", default: false))
    try await flags.refresh()
    #expect(flags.get("launch") == nil)
    #expect(!flags.isEnabled("launch", default: false))
    #expect(flags.snapshot.get("launch") == nil)
    let details = flags.details(Self.declared[0])
    #expect(details.isPinned)
    #expect(details.reason == .notReady)
    #expect(details.origin == .code)
    flags.close()
    #expect(client().get("launch")?.variation == "control")
  }

  @Test func whatWasReadBeforeTheFirstActivationBelongsToTheFirstSession() async throws {
    let flags = client()
    #expect(flags.get("session") == nil)
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    bench.lifecycle.enter(.active)
    try await until("flags are there") { flags.get("live") != nil }
    #expect(flags.get("session") == nil)
  }

  @Test func theSameUserAgainAndOtherAttributesFreeNothing() async throws {
    let flags = client()
    try await flags.refresh()
    #expect(flags.get("launch")?.variation == "control")
    transport.answer(Self.answer("treatment", revision: 2))
    try await flags.identify("alice")
    try await flags.identify("alice", attributes: ["plan": "pro"])
    #expect(flags.get("live")?.variation == "treatment")
    #expect(flags.get("launch")?.variation == "control")
  }

  @Test func theConfigurationsStabilityHoldsForKeysThatAreNotDeclared() async throws {
    let flags = client { $0.stability = .launch }
    #expect(flags.get("undeclared") == nil)
    #expect(flags.get("no such flag") == nil)
    try await flags.refresh()
    #expect(flags.get("undeclared") == nil)
    // A declaration goes before the configuration.
    #expect(flags.get("live")?.variation == "control")
    try await update(flags, to: "treatment")
    #expect(flags.get("live")?.variation == "treatment")
    #expect(flags.details(.declared("no such flag")).isPinned)
  }

  @Test func theKeptValueIsTheSameOnAllThreads() async throws {
    for round in 0..<40 {
      let transport = ScriptedTransport { _, index in Self.answer("v\(index)", revision: Double(index)) }
      let flags = try Bench(transport).client {
        $0.declared = Self.declared
        $0.isRefreshThrottled = false
        $0.storage = .memory
      }
      let seen = Recorder<String>()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for _ in 0..<10 { _ = try? await flags.refresh() } }
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<50 {
              seen.add(flags.get("launch")?.variation ?? "default")
              await Task.yield()
            }
          }
        }
      }
      #expect(Set(seen.all).count == 1, "round \(round): \(Set(seen.all))")
      #expect(flags.snapshot.get("launch")?.variation ?? "default" == seen.all.first)
    }
  }

  @Test func firstReadingsAreReportedOncePerSessionAndValue() async throws {
    let reports = Recorder<String>()
    let flags = try await bench.activeClient {
      $0.declared = Self.declared + [.declared("seen", impressions: .onFirstRead)]
      $0.isRefreshThrottled = false
      $0.allowsOverrides = true
    }
    flags.engine.onFirstRead = { reports.add("\($0.key) \($0.variation)") }
    try await bench.settleRequests(flags)
    // Not for a flag that is missing, nor for one whose impressions are reported by hand.
    #expect(flags.get("seen") == nil)
    #expect(flags.get("live") != nil)
    transport.answer(.answer(revision: 2, [.flag("live"), .flag("seen", variation: "one")]))
    try await flags.refresh()
    for _ in 0..<3 {
      #expect(flags.isEnabled("seen", default: false))
      #expect(flags.get("seen") != nil)
    }
    #expect(reports.all == ["seen one"])
    flags.overrides.set(FlagOverride(isEnabled: true), for: "seen")
    #expect(flags.get("seen")?.origin == .override)
    flags.overrides.removeAll()
    #expect(flags.get("seen")?.variation == "one")
    #expect(reports.all == ["seen one"])
    transport.answer(.answer(revision: 3, [.flag("seen", variation: "two")]))
    try await flags.refresh()
    #expect(flags.get("seen")?.variation == "two")
    #expect(reports.all == ["seen one", "seen two"])
    transport.goOffline()
    try await bench.pause(for: 31 * 60, flags)
    #expect(flags.get("seen")?.variation == "two")
    #expect(reports.all == ["seen one", "seen two", "seen two"])
  }
}
