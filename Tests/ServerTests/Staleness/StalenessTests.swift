import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// Field reports CP-15: each kind of stale has its own evidence, and none of them is said without it.
@Suite struct StalenessTests {
  private static let seed = """
    {"schema": 1, "project": "shop", "environment": "production", "flags": {
      "everybody": {"kind": "release", "owner": "a", "rules": [{"id": "r_00000001", "serve": "on"}]},
      "half": {"kind": "release", "owner": "a",
               "rules": [{"id": "r_00000001", "rollout": {"percent": 50, "salt": "s"}, "serve": "on"}]},
      "switch": {"kind": "killSwitch", "owner": "a", "default": "on"},
      "ops": {"kind": "ops", "owner": "a", "default": "on"},
      "plan": {"kind": "permission", "owner": "a", "default": "on", "expires": "2027-01-20"}
    }}
    """

  /// A bench some days after its flags were made.
  private func bench(days: Int64 = 0) async throws -> UsageBench {
    let bench = try await UsageBench(seed: Self.seed)
    bench.clock.advance(milliseconds: days * UsageBench.day)
    return bench
  }

  /// Which flags are stale in a way.
  private func stale(_ bench: UsageBench, _ kind: StaleKind, days: Int = 30) async throws -> [String] {
    let answer = await bench.control(.get, "/api/v1/projects/shop/stale?days=\(days)")
    #expect(answer.status == 200, "\(answer.text)")
    return (answer["flags"]?.arrayValue ?? []).filter { flag in
      flag["stale"]?.arrayValue?.contains { $0["kind"]?.stringValue == kind.rawValue } == true
    }.compactMap { $0["key"]?.stringValue }
  }

  /// The finding of a kind about a flag.
  private func finding(_ bench: UsageBench, _ key: String, _ kind: StaleKind) async throws -> JSONValue {
    let answer = await bench.control(.get, "/api/v1/projects/shop/stale")
    let flag = answer["flags"]?.arrayValue?.first { $0["key"]?.stringValue == key }
    return try #require(flag?["stale"]?.arrayValue?.first { $0["kind"]?.stringValue == kind.rawValue })
  }

  @Test func servingEverybodyTheSameForThirtyDaysAndStillEvaluatedSaysRemoveTheCode() async throws {
    let bench = try await bench()
    let made = Instants.text(bench.clock.now)
    bench.clock.advance(milliseconds: 31 * UsageBench.day)
    for key in ["everybody", "half"] { await bench.evaluate(key) }
    #expect(try await stale(bench, .removeCode) == ["everybody"])
    let finding = try await finding(bench, "everybody", .removeCode)
    #expect(finding["since"]?.stringValue == made)
    let evidence = try #require(finding["environments"]?.arrayValue)
    // Where nobody asks, what would be served is no evidence.
    #expect(evidence.map { $0["environment"] } == ["production"])
    #expect(evidence[0]["variation"] == "on")
    #expect(evidence[0]["unchangedSince"]?.stringValue == made)
    #expect(evidence[0]["lastEvaluatedAt"]?.stringValue == Instants.text(bench.clock.now))
    #expect(evidence[0]["versions"]?[0]?["appVersion"] == "5.2.0")
  }

  @Test func aFlagThatChangedLatelyOrThatNobodyAsksForKeepsItsCode() async throws {
    let bench = try await bench(days: 31)
    #expect(try await stale(bench, .removeCode) == [])
    await bench.evaluate("everybody")
    let kill = await bench.control(.post, Fixture.flags + "/everybody/kill")
    #expect(kill.status == 200)
    #expect(try await stale(bench, .removeCode) == [])
    // Being killed for long is serving everybody the same for long.
    bench.clock.advance(milliseconds: 31 * UsageBench.day)
    await bench.evaluate("everybody")
    #expect(try await stale(bench, .removeCode) == ["everybody"])
    #expect(try await finding(bench, "everybody", .removeCode)["environments"]?[0]?["variation"] == "off")
  }

  @Test func notEvaluatedForThirtyDaysSaysUnused() async throws {
    let bench = try await bench()
    await bench.evaluate("half")
    let last = Instants.text(bench.clock.now)
    bench.clock.advance(milliseconds: 31 * UsageBench.day)
    await bench.evaluate("everybody")
    #expect(try await stale(bench, .unused) == ["half"])
    let finding = try await finding(bench, "half", .unused)
    #expect(finding["since"]?.stringValue == last)
    #expect(finding["environments"]?.arrayValue?.count == 3)
    #expect(finding["environments"]?[2]?["lastEvaluatedAt"]?.stringValue == last)
    #expect(try await stale(bench, .unused, days: 32) == [])
  }

  @Test func permanentFlagsAreNeverUnusedAndTheirCodeStays() async throws {
    let bench = try await bench(days: 200)
    await bench.evaluate("switch")
    let stale = try await stale(bench, .unused) + stale(bench, .removeCode)
    #expect(stale.filter { ["switch", "ops", "plan"].contains($0) } == [])
  }

  @Test func permanentFlagsThatHaveExpiredSaySo() async throws {
    let bench = try await bench(days: 5)
    // The clock began on 2027-01-15: the day itself still counts.
    #expect(try await stale(bench, .expired) == [])
    bench.clock.advance(milliseconds: UsageBench.day)
    #expect(try await stale(bench, .expired) == ["plan"])
    #expect(try await finding(bench, "plan", .expired)["since"] == "2027-01-21T00:00:00.000Z")
  }

  @Test func aFlagThatAnOldVersionOfTheAppEvaluatesDailyIsNotUnused() async throws {
    let bench = try await bench()
    await bench.evaluate("half", version: "5.2.0")
    for _ in 0..<40 {
      bench.clock.advance(milliseconds: UsageBench.day)
      await bench.evaluate("half", version: "3.0.1")
    }
    await bench.server.maintain()
    #expect(try await stale(bench, .unused) == ["everybody"])
    #expect(try await bench.versions("half") == ["3.0.1", "5.2.0"])
  }

  @Test func aClientThatIsToldThatNothingChangedKeepsEveryFlagInUse() async throws {
    let bench = try await bench()
    let tag = try #require(await bench.evaluateAll(version: "3.0.1").header("etag"))
    for _ in 0..<35 {
      bench.clock.advance(milliseconds: UsageBench.day)
      #expect(await bench.evaluateAll(version: "3.0.1", tag: tag).status == 304)
    }
    await bench.server.maintain()
    #expect(try await stale(bench, .unused) == [])
  }

  @Test func nothingIsUnusedBeforeUsageWasRememberedForThatLong() async throws {
    let bench = try await bench(days: 29)
    #expect(try await stale(bench, .unused) == [])
    let report = await bench.control(.get, "/api/v1/projects/shop/stale")
    #expect(report["knowsUnused"] == false)
    #expect(report["recordedSince"]?.stringValue == Instants.text(bench.clock.now - 29 * UsageBench.day))
    #expect(try await stale(bench, .unused, days: 29) == ["everybody", "half"])
  }

  @Test func aFlagThatIsYoungerIsNotUnused() async throws {
    let bench = try await bench(days: 20)
    await bench.control(.post, Fixture.flags, #"{"key":"young","document":{"kind":"release","owner":"a"}}"#)
    bench.clock.advance(milliseconds: 15 * UsageBench.day)
    #expect(try await stale(bench, .unused) == ["everybody", "half"])
  }

  @Test func anArchivedFlagIsNotStaleAnyMore() async throws {
    let bench = try await bench(days: 40)
    await bench.control(.post, "/api/v1/projects/shop/flags/half/archive")
    #expect(try await stale(bench, .unused) == ["everybody"])
  }

  @Test func whatAnotherEnvironmentIsAskedForCountsToo() async throws {
    let bench = try await bench(days: 40)
    let staging = try #require(try await bench.fixture.store.environments(projectID: nil).first { $0.key == "staging" })
    try await bench.events.addFlagUsage([
      FlagUsage(
        environment: staging.number, flagID: try await bench.flag("everybody").id, hour: bench.clock.now / 3_600_000,
        evaluated: 1, lastAt: bench.clock.now)
    ])
    #expect(try await stale(bench, .unused) == ["half"])
    // Staging serves nobody what production serves everybody, so the code is needed as long as both are asked.
    #expect(try await stale(bench, .removeCode) == ["everybody"])
    bench.clock.advance(seconds: 1)
    await bench.evaluate("everybody")
    #expect(try await stale(bench, .removeCode) == [])
  }

  @Test func theListOfFlagsCanBeNarrowedToStaleOnes() async throws {
    let bench = try await bench(days: 40)
    let answer = await bench.control(.get, Fixture.flags + "?stale=unused")
    #expect(answer["flags"]?.arrayValue?.map { $0["key"] } == ["everybody", "half"])
    #expect(answer["total"] == 2)
    let wrong = await bench.control(.get, Fixture.flags + "?stale=old")
    #expect(wrong.status == 400)
    #expect(wrong.text.contains("expired, removeCode, unused"))
  }
}
