import Foundation
import Testing

@testable import Serin

@Suite struct RulesetSourceTests {
  private static let document = """
    {"schema": 1, "epoch": 3, "revision": 42, "flags": {
      "plan": {"kind": "release", "owner": "team", "variations": {"off": {"enabled": false}, "on": {"enabled": true}},
        "off": "off", "default": "off",
        "rules": [{"id": "r_plan0000", "when": {"attribute": "plan", "op": "equals", "value": "pro"}, "serve": "on"}]},
      "half": {"kind": "release", "owner": "team", "variations": {"off": {"enabled": false}, "on": {"enabled": true}},
        "off": "off", "default": "off",
        "rules": [{"id": "r_half0000", "when": {"all": []},
          "rollout": {"percent": 50, "by": "userID", "salt": "k3J9xw2Q", "draw": "sha256", "otherwise": "off"},
          "serve": "on"}]},
      "dated": {"kind": "release", "owner": "team", "variations": {"off": {"enabled": false}, "on": {"enabled": true}},
        "off": "off", "default": "off",
        "rules": [{"id": "r_date0000", "when": {"all": []},
          "rollout": {"percent": 0, "by": "userID", "salt": "k3J9xw2Q", "draw": "sha256", "otherwise": "off",
            "deadline": "2027-01-15T09:00:00Z"}, "serve": "on"}]},
      "broken": {"kind": "release", "owner": "team", "rules": [{"id": 7}]}
    }}
    """

  private let bench: Bench

  init() throws {
    bench = try Bench(ScriptedTransport { _, _ in .answer([.flag("remote")]) })
  }

  private func source() throws -> RulesetSource {
    try RulesetSource(document: Data(Self.document.utf8))
  }

  private func date(_ text: String) throws -> Date {
    let timestamp = try #require(Timestamp(parsing: text))
    return Date(timeIntervalSince1970: TimeInterval(timestamp.microseconds) / 1_000_000)
  }

  @Test func flagsAreThereBeforeAnythingIsSent() throws {
    let flags = bench.client(sources: [.overrides, .remote, try source()])
    let flag = try #require(flags.get("half"))
    #expect(flag.origin == .source("ruleset"))
    #expect(flag.revision == 42)
    #expect(flag.epoch == 3)
    #expect(flags.get("plan")?.reason == .noRule)
  }

  @Test func aPercentageDrawsTheSameUnitsAsTheEvaluator() throws {
    let ruleset = CompiledRuleset(
      try RulesetDocument(json: JSONValue(parsing: Array(Self.document.utf8)), mode: .read))
    let now = try #require(Timestamp(secondsSince1970: bench.clock.now.timeIntervalSince1970))
    var on = 0
    for number in 0..<200 {
      let user = "user \(number)"
      let flags = bench.client(user: user, sources: [try source()])
      let expected = try #require(ruleset.evaluate("half", for: FlagContext(userID: user), at: now))
      #expect(flags.get("half")?.isEnabled == expected.isEnabled)
      on += expected.isEnabled ? 1 : 0
    }
    #expect((60...140).contains(on))
  }

  @Test func anotherContextIsDecidedAnewAtOnce() async throws {
    let flags = bench.client(sources: [.remote, try source()])
    #expect(!flags.isEnabled("plan", default: true))
    flags.setAttributes(["plan": "pro"])
    #expect(flags.isEnabled("plan", default: false))
    flags.setUserID("bob", attributes: ["plan": "free"])
    #expect(!flags.isEnabled("plan", default: true))
    flags.setUserID("bob", attributes: ["plan": "pro"])
    #expect(flags.isEnabled("plan", default: false))
    for number in 0..<50 {
      flags.setUserID("user \(number)")
      let alone = bench.client(user: "user \(number)", sources: [try source()])
      #expect(flags.get("half")?.isEnabled == alone.get("half")?.isEnabled)
    }
  }

  @Test @MainActor func aDateRuleTakesEffectWhenItsInstantPasses() async throws {
    bench.clock.setWall(to: try date("2027-01-15T08:59:58Z"))
    let flags = bench.client(sources: [.remote, try source()])
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    #expect(!flags.isEnabled("dated", default: true))
    try await bench.advance(by: 1, flags)
    #expect(!flags.isEnabled("dated", default: true))
    try await bench.advance(by: 1, flags)
    try await until("the rule has taken effect") { flags.isEnabled("dated", default: false) }
    try await until("the listener is told") { listener.changes.count == 1 }
    #expect(listener.changes.first?.changedKeys == ["dated"])
  }

  @Test func anInstantThatPassedInSuspensionCountsWhenTheAppComesBack() async throws {
    bench.clock.setWall(to: try date("2027-01-15T08:00:00Z"))
    let flags = try await bench.activeClient(sources: [.remote, try source()])
    #expect(!flags.isEnabled("dated", default: true))
    try await bench.pause(for: 2 * 3600, flags)
    try await until("the rule has taken effect") { flags.isEnabled("dated", default: false) }
  }

  @Test func aFlagThatIsNotUnderstoodIsMalformedAndLeavesTheOthersAlone() throws {
    let flags = bench.client(sources: [try source()])
    #expect(flags.get("broken") == nil)
    #expect(flags.details(.declared("broken", default: true)).reason == .malformed)
    #expect(flags.details(.declared("broken", default: true)).isEnabled)
    #expect(flags.get("plan") != nil)
  }

  @Test(arguments: ["", "[]", #"{"schema": 2, "flags": {}}"#, #"{"schema": 1}"#])
  func whatIsNotARulesetIsRefused(_ text: String) {
    #expect(throws: (any Error).self) { try RulesetSource(document: Data(text.utf8)) }
  }

  @Test func theServersFlagsCanBeAboveOrBelow() async throws {
    let own = try RulesetSource(
      document: Data(Self.document.replacingOccurrences(of: "\"plan\": {", with: "\"remote\": {").utf8))
    let above = bench.client(sources: [own, .remote])
    try await above.refresh()
    #expect(above.get("remote")?.origin == .source("ruleset"))
    let below = bench.client(sources: [.remote, own])
    try await below.refresh()
    #expect(below.get("remote")?.origin == .remote)
  }
}
