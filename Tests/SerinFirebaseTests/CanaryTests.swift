import Foundation
import Serin
import SerinFirebase
import SerinTesting
import Testing

@Suite struct CanaryTests {
  /// The users of a flag's group, decided by the source.
  private func group(_ key: String, _ parameter: JSONValue, of users: [String?]) async throws -> Set<String?> {
    let source = FirebaseBench([key: parameter]).source()
    var group: Set<String?> = []
    for user in users {
      let answer = try await source.answer(for: FlagContext(userID: user), validator: nil)
      if try #require(answer?.flags.first).isEnabled { group.insert(user) }
    }
    return group
  }

  private let users = (0..<1000).map { "user-\($0)" as String? }

  /// Draws for the flag `new_checkout_enabled` (vectors `wild-draws.json`, `sha256Prefix`, computed with Python).
  static let draws: [(user: String, draw: Int)] = [
    ("user-1", 124), ("user-2", 15), ("alice", 194), ("bob", 135), ("42", 930), ("\u{e9}", 652), ("e\u{301}", 216),
    ("\u{65e5}\u{672c}\u{8a9e}", 289), ("\u{1f642}", 432), ("User-1", 806), ("user-1 ", 127), ("user-00001", 971),
    ("user-00004", 36), ("user-00005", 997),
  ]

  // R3.4: nobody changes group who was drawn by the app's own code.
  @Test(arguments: draws)
  func theGroupIsThatOfTheFirstFourBytesOfSHA256(_ user: String, _ draw: Int) async throws {
    let key = "new_checkout_enabled"
    let (below, above) = (Double(draw) / 1000, Double(draw + 1) / 1000)
    #expect(try await group(key, canary(below), of: [user]) == [])
    #expect(try await group(key, canary(above), of: [user]) == [user])
    // Finer than the draw counts: whoever compares `draw / 1000 < percentage` has the user in.
    #expect(try await group(key, canary(below + 0.0001), of: [user]) == [user])
  }

  @Test func aHigherPercentageOnlyAddsUsersAndTheSameOneKeepsThem() async throws {
    var earlier: Set<String?> = []
    for percentage in [0, 0.001, 0.01, 0.1, 0.25, 0.5, 0.9, 1] {
      let now = try await group("checkout", canary(percentage), of: users)
      #expect(now.isSuperset(of: earlier))
      #expect(abs(Double(now.count) - percentage * 1000) < 60)
      #expect(try await group("checkout", canary(percentage), of: users) == now)
      earlier = now
    }
  }

  @Test func differentFeaturesDrawDifferentUsers() async throws {
    let first = try await group("checkout", canary(0.5), of: users)
    let second = try await group("search", canary(0.5), of: users)
    #expect((200...300).contains(first.intersection(second).count), "a quarter of all users, if they are independent")
  }

  @Test func offOrZeroIsNobodyAndOneIsEverybodyAlsoWithoutAUser() async throws {
    let all = users + [nil]
    #expect(try await group("a", canary(0), of: all) == [])
    #expect(try await group("a", canary(1, enabled: false), of: all) == [])
    #expect(try await group("a", canary(1), of: all).count == all.count)
    #expect(try await group("a", #"{"enabled":true}"#, of: all).count == all.count)
    #expect(try await group("a", canary(0.999), of: [nil]) == [])
  }

  // R3.7
  @Test func namedUsersAreInUnlessTheFlagIsOff() async throws {
    let named: JSONObject = ["users": ["tester", "beta"]]
    let users = ["tester", "beta", "Tester", "alice"]
    #expect(try await group("a", canary(0, named), of: users) == ["tester", "beta"])
    #expect(try await group("a", canary(1, enabled: false, named), of: users) == [])
  }

  @Test func serinsOwnDrawMayBeChosen() async throws {
    let bench = FirebaseBench(["checkout": canary(0.123_456)])
    let source = bench.source { $0.draw = .sha256 }
    let ruleset = try RulesetDocument(
      json: [
        "schema": 1,
        "flags": [
          "checkout": [
            "kind": "release", "owner": "x",
            "rules": [["id": "r_00000001", "rollout": ["percent": 12.3456, "salt": "checkout"], "serve": "on"]],
          ]
        ],
      ], mode: .write)
    let compiled = CompiledRuleset(ruleset)
    for user in users {
      let context = FlagContext(userID: user)
      let answer = try await source.answer(for: context, validator: nil)
      let expected = compiled.evaluate("checkout", for: context, at: Timestamp(microseconds: 0))
      #expect(answer?.flags.first?.isEnabled == expected?.isEnabled)
    }
  }

  // R3.2: the clock of the bench begins on 2027-01-15 at 08:00 UTC.
  @Test(arguments: ["2027-01-16", "2027-01-15T17:00:00+01:00", "2027-01-16T00:00:00Z"])
  func fromTheDateOnEverybodyHasItWithoutARequest(_ date: String) async throws {
    let bench = FirebaseBench(["a": canary(0, ["from": .string(date)])])
    let source = bench.source()
    let flags = bench.client(of: source)
    try await start(flags, bench)
    #expect(flags.isEnabled("a", default: true) == false)
    bench.firebase.change { $0.isOffline = true }
    // Timers fire at most every quarter of an hour, as they look at the wall clock.
    for _ in 0..<(16 * 4) where !flags.isEnabled("a", default: false) {
      try await until("somebody waits for the date") {
        bench.clock.hasSleeper(until: bench.clock.uptime + 900) || flags.isEnabled("a", default: false)
      }
      bench.clock.advance(by: 900)
    }
    try await until("the date has passed") { flags.isEnabled("a", default: false) }
    #expect(bench.clock.now >= Date(timeIntervalSince1970: 1_800_000_000 + 8 * 3600))
  }

  @Test func aDateThatPassedWhileTheAppWasSuspendedCountsWithTheNextAnswer() async throws {
    let bench = FirebaseBench(["a": canary(0, ["from": "2027-01-15T08:30:00Z"])])
    let flags = bench.client()
    try await flags.refresh()
    #expect(flags.isEnabled("a", default: true) == false)
    bench.clock.advance(by: 1800, frozen: true)
    try await flags.refresh()
    #expect(flags.isEnabled("a", default: false))
    #expect(bench.firebase.fetches.count == 1)
  }

  @Test func aDateOfAFlagThatIsOffMeansNothing() async throws {
    let past = canary(0, enabled: false, ["from": "2020-01-01"])
    #expect(try await group("a", past, of: users) == [])
    #expect(try await group("a", canary(0, ["from": "2020-01-01"]), of: users + [nil]).count == 1001)
  }

  private func start(_ flags: FeatureFlags, _ bench: FirebaseBench) async throws {
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount > 0 }
    bench.lifecycle.enter(.active)
    try await until("the flags are there") { flags.get("a") != nil }
  }
}
