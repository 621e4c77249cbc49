import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct ChangeAnnouncementTests {
  private func ruleset() async throws -> ServedRuleset {
    let fixture = try await Fixture()
    return try #require(fixture.server.keeper.state.rulesets.values.first { $0.environment.key == "production" })
  }

  @Test func theSpreadGrowsWithTheStreamsAndTheBytesOfAnAnswer() async throws {
    let ruleset = try await ruleset()
    #expect(ruleset.answerBytes > 100 && ruleset.answerBytes < 2000)
    func spread(_ streams: Int, _ isUrgent: Bool) -> Int64 {
      ChangeAnnouncement(
        ruleset, isUrgent: isUrgent, streams: streams, bytesPerSecond: ruleset.answerBytes * 1000
      ).spread
    }
    #expect(spread(0, false) == 0)
    #expect(spread(10_000, false) == 10_000)
    #expect(spread(1_000_000, false) == 30_000)
    #expect(spread(4000, true) == 1000)
    #expect(spread(10_000, true) == 2000)
    #expect(spread(1_000_000, true) == 2000)
  }

  @Test func whatAnAnswerTakesIsThatOfTheFlagsThatAreThere() async throws {
    let fixture = try await Fixture()
    func bytes() throws -> Int {
      try #require(fixture.server.keeper.state.rulesets.values.first { $0.environment.key == "production" }).answerBytes
    }
    let both = try bytes()
    #expect(await fixture.control(.post, "/api/v1/projects/shop/flags/welcome_text/archive").status == 200)
    #expect(try bytes() < both)
    #expect(await fixture.control(.post, "/api/v1/projects/shop/flags/welcome_text/unarchive").status == 200)
    #expect(try bytes() == both)
  }
}
