import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct UsageRouteTests {
  @Test func everyWayToEvaluateCountsByRuleVariationAndVersion() async throws {
    let bench = try await UsageBench()
    await bench.evaluate("new_checkout", country: "DE")
    await bench.evaluate("new_checkout", version: "5.1.0", country: "DE")
    await bench.evaluate("new_checkout", version: nil, country: "DE")
    await bench.evaluateAll()
    await bench.evaluateAll(path: "/ofrep/v1/evaluate/flags")
    #expect(await bench.evaluateAll(path: "/ofrep/v1/evaluate/flags/new_checkout").status == 200)
    let expected = [
      "r_00000001 on  1", "r_00000001 on 5.1.0 1", "r_00000001 on 5.2.0 1", "r_00000002 off 5.2.0 3",
    ]
    #expect(try await bench.answers("new_checkout") == expected)
    #expect(try await bench.answers("welcome_text") == ["default on 5.2.0 2"])
    // The same once it is written down.
    await bench.server.maintain()
    #expect(try await bench.answers("new_checkout") == expected)
    #expect(bench.log.all.isEmpty)
  }

  @Test func anAnswerThatStillHoldsIsAUseOfEveryFlag() async throws {
    let bench = try await UsageBench()
    for path in ["/v1/evaluate", "/ofrep/v1/evaluate/flags"] {
      let tag = try #require(await bench.evaluateAll(path: path).header("etag"))
      bench.clock.advance(seconds: 7_200)
      #expect(await bench.evaluateAll(tag: tag, path: path).status == 304)
    }
    await bench.server.maintain()
    let usage = try await bench.usage("welcome_text")
    #expect(usage["environments"]?[0]?["unchanged"] == 2)
    #expect(usage["lastEvaluatedAt"]?.stringValue == Instants.text(bench.clock.now))
    #expect(try await bench.answers("welcome_text") == ["default on 5.2.0 2"])
    #expect(try await bench.versions("new_checkout") == ["5.2.0"])
  }

  @Test func anAnswerThatStillHoldsIsNoUseOfAFlagThatWasNotThere() async throws {
    let bench = try await UsageBench()
    let tag = try #require(await bench.evaluateAll().header("etag"))
    bench.clock.advance(seconds: 60)
    _ = await bench.evaluateAll(tag: tag)
    bench.clock.advance(seconds: 60)
    await bench.control(.post, "/api/v1/projects/shop/flags/new_checkout/archive")
    await bench.control(.post, Fixture.flags, #"{"key":"later","document":{"kind":"release","owner":"a"}}"#)
    #expect(try await bench.usage("later")["lastEvaluatedAt"] == .null)
    let newTag = try #require(await bench.evaluateAll().header("etag"))
    bench.clock.advance(seconds: 60)
    _ = await bench.evaluateAll(tag: newTag)
    let archived = try #require(try await bench.usage("new_checkout")["lastEvaluatedAt"]?.stringValue)
    #expect(archived <= Instants.text(bench.clock.now - 60_000))
    #expect(try await bench.usage("later")["lastEvaluatedAt"]?.stringValue == Instants.text(bench.clock.now))
  }

  @Test func whatPeopleTryOutInTheControlAPIIsNoUse() async throws {
    let bench = try await UsageBench()
    let environment = "/api/v1/projects/shop/environments/production"
    let contextBody = #"{"context":{"userID":"u","attributes":{"appVersion":"5.2.0"}}}"#
    for path in ["/evaluate", "/flags/new_checkout/evaluate", "/flags/new_checkout/explain"] {
      await bench.control(.post, environment + path, contextBody)
    }
    #expect(try await bench.usage("new_checkout")["lastEvaluatedAt"] == .null)
    #expect(bench.server.recorder.recent().pending.waiting.isEmpty)
  }

  @Test func aFlagThatIsReplacedKeepsItsCountsAndItsNewAnswersAreTheNewOnes() async throws {
    let bench = try await UsageBench()
    await bench.evaluate("new_checkout", country: "DE")
    await bench.control(.post, Fixture.flags + "/new_checkout/kill")
    await bench.evaluate("new_checkout", country: "DE")
    await bench.evaluateAll()
    #expect(try await bench.answers("new_checkout") == [" off 5.2.0 2", "r_00000001 on 5.2.0 1"])
  }

  // Each change of a flag takes new cells: they must not grow without end, nor be mixed up when they begin anew.
  @Test func manyChangesOfAFlagDoNotMixCountsUp() async throws {
    let bench = try await UsageBench()
    for round in 0..<40 {
      await bench.control(.post, Fixture.flags + "/new_checkout/\(round % 2 == 0 ? "kill" : "unkill")")
      await bench.evaluateAll()
    }
    let counts = try await bench.answers("new_checkout")
    #expect(counts == [" off 5.2.0 20", "r_00000002 off 5.2.0 20"])
    #expect(try await bench.answers("welcome_text") == ["default on 5.2.0 40"])
  }

  @Test func countsThatCouldNotBeWrittenAreWrittenLaterAndTheLogSaysSo() async throws {
    let bench = try await UsageBench()
    bench.events.allowWrites(0)
    await bench.evaluate("welcome_text")
    await bench.server.maintain()
    #expect(bench.log.all.contains { $0.contains("could not be written down, and will be the next time") })
    await bench.evaluate("welcome_text")
    bench.events.allowWrites(.max)
    await bench.server.maintain()
    #expect(try await bench.answers("welcome_text") == ["default on 5.2.0 2"])
  }

  @Test func whatIsTooOldIsFoldedByTheWay() async throws {
    let bench = try await UsageBench()
    await bench.evaluate("welcome_text")
    await bench.server.maintain()
    bench.clock.advance(milliseconds: 92 * UsageBench.day)
    await bench.server.maintain()
    #expect(try await bench.events.foldFlagUsage(limit: 10, versionDays: 90) == 0)
    let since = Instants.text(bench.clock.now - 100 * UsageBench.day)
    let usage = try await bench.usage("welcome_text", "environment=production&since=\(since)")
    #expect(usage["environments"]?[0]?["days"]?.arrayValue?.count == 1)
    #expect(bench.log.all.isEmpty)
  }

  @Test func anotherServerOnTheSameStoreSeesWhatWasWritten() async throws {
    let bench = try await UsageBench()
    await bench.evaluate("welcome_text")
    await bench.server.maintain()
    let path = "/api/v1/projects/shop/flags/welcome_text/usage"
    let answer = await bench.fixture.control(.get, path)
    #expect(answer["environments"]?.arrayValue?.map { $0["environment"] } == ["development", "staging", "production"])
    #expect(answer["environments"]?[2]?["answers"]?[0]?["evaluated"] == 1)
    #expect(answer["environments"]?[0]?["lastEvaluatedAt"] == .null)
  }

  @Test func countsAreThoseSinceTheInstantThatIsAskedFor() async throws {
    let bench = try await UsageBench()
    await bench.evaluate("welcome_text")
    await bench.server.maintain()
    bench.clock.advance(milliseconds: 2 * UsageBench.day)
    await bench.evaluate("welcome_text")
    let since = Instants.text(bench.clock.now - UsageBench.day)
    let recent = try await bench.usage("welcome_text", "environment=production&since=\(since)")
    #expect(recent["environments"]?[0]?["days"]?.arrayValue?.count == 1)
    let days = try await bench.usage("welcome_text")["environments"]?[0]?["days"]?.arrayValue
    #expect(days?.compactMap { $0["day"]?.stringValue } == ["2027-01-15", "2027-01-17"])
    #expect(days?.compactMap { $0["evaluated"]?.numberValue } == [1, 1])
  }

  @Test(arguments: [
    ("/flags/none/usage", 404, "no flag"), ("/flags/welcome_text/usage?environment=none", 404, "no environment"),
    ("/flags/welcome_text/usage?since=yesterday", 400, "RFC 3339"), ("/stale?days=0", 400, "from 1 to 400"),
    ("/stale?days=401", 400, "from 1 to 400"),
  ])
  func whatIsWrongIsNamed(path: String, status: Int, words: String) async throws {
    let bench = try await UsageBench()
    let answer = await bench.control(.get, "/api/v1/projects/shop" + path)
    #expect(answer.status == status)
    #expect(answer.text.contains(words), "\(answer.text)")
  }

  @Test func theListAndTheFlagSayWhenItWasEvaluatedLast() async throws {
    let bench = try await UsageBench()
    await bench.evaluate("welcome_text")
    let evaluated = JSONValue.string(Instants.text(bench.clock.now))
    #expect(await bench.control(.get, Fixture.flags + "/welcome_text")["lastEvaluatedAt"] == evaluated)
    let list = await bench.control(.get, Fixture.flags)
    #expect(list["flags"]?.arrayValue?.map { $0["lastEvaluatedAt"] } == [nil, evaluated])
    // Flags are shown also when nobody knows of their use.
    bench.events.failReads(true)
    bench.clock.advance(milliseconds: FlagUseDirectory.lifetime)
    #expect(await bench.control(.get, Fixture.flags + "/welcome_text")["lastEvaluatedAt"] == nil)
    #expect(await bench.control(.get, Fixture.flags).status == 200)
    #expect(await bench.control(.get, "/api/v1/projects/shop/stale").status == 503)
  }

  // CP-16, OP-04: whoever deletes a flag, or uses its key again, is told which versions of apps read it.
  @Test func theVersionsThatUsedAFlagLatelyAreKnown() async throws {
    let bench = try await UsageBench()
    await bench.evaluate("welcome_text", version: "4.0")
    await bench.server.maintain()
    bench.clock.advance(seconds: 3_600)
    await bench.evaluate("welcome_text", version: "5.2.0")
    bench.clock.advance(seconds: 300)
    let usage = FlagUsageService(recorder: bench.server.recorder, clock: { bench.clock.now })
    let environments = try await bench.fixture.store.environments(projectID: nil)
    let flag = try await bench.flag("welcome_text")
    let recent = try await usage.recent(flag, in: environments, within: 600_000)
    #expect(recent.map(\.appVersion) == ["5.2.0"])
    #expect(recent.map(\.lastAt) == [bench.clock.now - 300_000])
    #expect(try await usage.recent(flag, in: environments, within: 7_200_000).map(\.appVersion) == ["5.2.0", "4.0"])
  }
}
