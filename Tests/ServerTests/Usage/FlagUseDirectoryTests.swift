import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// Last uses come from memory: reading them takes neither a row for each version of each flag nor the counters each time.
@Suite struct FlagUseDirectoryTests {
  private let stale = "/api/v1/projects/shop/stale"

  private func lastUse(_ bench: UsageBench, _ key: String = "welcome_text") async -> String? {
    await bench.control(.get, Fixture.flags + "/\(key)")["lastEvaluatedAt"]?.stringValue
  }

  /// Regression: each list of stale flags read every row that there is of any flag.
  @Test func theUsesOfAllFlagsAreReadOnceAndNotForEachAnswer() async throws {
    let bench = try await UsageBench()
    await bench.evaluateAll()
    await bench.server.maintain()
    for _ in 0..<5 {
      #expect(await bench.control(.get, Fixture.flags).status == 200)
      #expect(await bench.control(.get, Fixture.flags + "?stale=unused").status == 200)
      bench.clock.advance(seconds: 1)
    }
    // Production alone, then with the two other environments of the project.
    #expect(bench.events.periodReads == 2)
    #expect(await bench.control(.get, stale).status == 200)
    #expect(bench.events.periodReads == 2)
    bench.clock.advance(milliseconds: FlagUseDirectory.lifetime)
    #expect(await bench.control(.get, stale).status == 200)
    #expect(bench.events.periodReads == 3)
  }

  @Test func whatThisServerWritesIsSeenAtOnceAndWhatOthersWriteWithinAMinute() async throws {
    let bench = try await UsageBench()
    #expect(await lastUse(bench) == nil)
    bench.clock.advance(seconds: 1)
    await bench.evaluate("welcome_text")
    let first = Instants.text(bench.clock.now)
    #expect(await lastUse(bench) == first)
    await bench.server.maintain()
    #expect(await lastUse(bench) == first)
    let environment = try #require(
      try await bench.fixture.store.environments(projectID: nil).first { $0.key == "production" })
    try await bench.events.addFlagUsage([
      FlagUsage(
        environment: environment.number, flagID: try await bench.flag("welcome_text").id,
        hour: bench.clock.now / 3_600_000, evaluated: 1, lastAt: bench.clock.now + 500)
    ])
    #expect(await lastUse(bench) == first)
    bench.clock.advance(milliseconds: FlagUseDirectory.lifetime)
    #expect(await lastUse(bench) == Instants.text(bench.clock.now - FlagUseDirectory.lifetime + 500))
  }

  @Test func countersAreAskedOnceASecondHoweverOftenSomebodyReads() async throws {
    let bench = try await UsageBench()
    await bench.evaluate("welcome_text")
    let first = Instants.text(bench.clock.now)
    #expect(await lastUse(bench) == first)
    bench.clock.advance(milliseconds: UsageRecorder.takeInterval - 1)
    await bench.evaluate("welcome_text")
    #expect(await lastUse(bench) == first)
    #expect(try await bench.answers("welcome_text") == ["default on 5.2.0 1"])
    bench.clock.advance(milliseconds: 1)
    #expect(await lastUse(bench) == Instants.text(bench.clock.now - 1))
    #expect(try await bench.answers("welcome_text") == ["default on 5.2.0 2"])
    // A clock that is set back keeps nothing back for as long.
    await bench.evaluate("welcome_text")
    bench.clock.advance(seconds: -3_600)
    #expect(try await bench.answers("welcome_text") == ["default on 5.2.0 3"])
  }

  @Test func staleFlagsComeWithTheVersionsThatUsedThem() async throws {
    let bench = try await UsageBench()
    for version in ["5.1.0", "5.2.0"] { await bench.evaluate("new_checkout", version: version) }
    await bench.server.maintain()
    bench.clock.advance(milliseconds: 31 * UsageBench.day)
    let report = await bench.control(.get, stale)
    let places = report["flags"]?[0]?["stale"]?[0]?["environments"]?.arrayValue ?? []
    #expect(report["flags"]?[0]?["key"] == "new_checkout")
    #expect(
      places.map { $0["versions"]?.arrayValue?.compactMap { $0["appVersion"]?.stringValue } ?? [] }
        == [[], [], ["5.1.0", "5.2.0"]])
  }
}
