import HTTP
import SerinFlags
import TestRandom
import Testing

@testable import Server

/// The two ways of asking what a segment was: by a version, and by an instant.
@Suite struct SegmentTimeTravelTests {
  private static let environment = "/api/v1/projects/shop/environments/production"
  private static let path = environment + "/segments/vip"
  private static let users = (0..<8).map { "user-\($0)" }

  /// What was found at one instant.
  private struct Moment {
    let at: Int64
    let version: String
    let segment: JSONValue
    /// Whether the flag that goes by the segment is on, user by user.
    let answers: [Bool?]
  }

  private func answers(_ fixture: Fixture, at instant: Int64? = nil) async -> [Bool?] {
    var answers: [Bool?] = []
    for user in Self.users {
      var body: JSONObject = ["context": ["userID": .string(user)]]
      if let instant { body["at"] = .string(Instants.text(instant)) }
      let answer = await fixture.control(.post, Fixture.flags + "/f/evaluate", body.text)
      answers.append(answer["evaluation"]?["isEnabled"]?.boolValue)
    }
    return answers
  }

  @Test func aVersionAndTheInstantAtWhichItWasLiveAgreeOverARandomHistory() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    _ = await fixture.apply(FlagText.flag("f", when: #"{"segment":"vip"}"#), segments: #""vip":{"list":["user-1"]}"#)
    var random = SeededGenerator(seed: 42)
    let recorded = Set((0..<120).shuffled(using: &random).prefix(20))
    var moments: [Moment] = []
    for step in 0..<120 {
      clock.advance(seconds: Int.random(in: 1...90, using: &random))
      await change(step, fixture, moments, &random)
      guard recorded.contains(step) else { continue }
      clock.advance(seconds: 1)
      let segment = await fixture.control(.get, Self.path)
      moments.append(
        Moment(
          at: clock.now, version: try #require(segment["etag"]?.stringValue), segment: segment.json,
          answers: await answers(fixture)))
    }
    clock.advance(seconds: 1)
    #expect(moments.count == 20)
    #expect(Set(moments.map(\.version)).count > 10)
    let history = await versions(fixture)
    for moment in moments {
      let past = await fixture.control(.get, Self.path + "/versions/" + moment.version)
      #expect(past.json == moment.segment, "\(moment.version)")
      #expect(history.contains(moment.version))
      #expect(await answers(fixture, at: moment.at) == moment.answers, "\(moment.version)")
      // Who stands in the version's list is on at the instant, and nobody else.
      if let ids = past["definition"]?["list"]?.arrayValue?.compactMap(\.stringValue) {
        #expect(moment.answers == Self.users.map { ids.contains($0) }, "\(moment.version)")
      }
    }
  }

  /// Every version in the segment's history, page by page.
  private func versions(_ fixture: Fixture) async -> [String] {
    var all: [String] = []
    var before = ""
    while true {
      let page = await fixture.control(.get, Self.path + "/versions?limit=7" + before)
      all += (page["versions"]?.arrayValue ?? []).compactMap { $0["version"]?.stringValue }
      guard let next = page["next"]?.stringValue else { return all }
      before = "&before=" + next
    }
  }

  /// One random change of the segment, or of something else.
  private func change(
    _ step: Int, _ fixture: Fixture, _ moments: [Moment], _ random: inout SeededGenerator
  ) async {
    let some = Self.users.filter { _ in Bool.random(using: &random) }.map { $0 + "\n" }.joined()
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: _ = await fixture.control(.put, Self.path + "/list", some)
    case 2: _ = await fixture.control(.post, Self.path + "/list?mode=add", "user-\(step % 8)\n")
    case 3: _ = await fixture.control(.post, Self.path + "/list?mode=remove", "user-\(step % 8)\n")
    case 4: _ = await fixture.control(.put, Self.path + "/list", some + SegmentBench.lines(1000..<2100))
    case 5, 6:
      guard let version = moments.randomElement(using: &random)?.version else { return }
      let restored = await fixture.control(.post, Self.path + "/versions/\(version)/restore")
      #expect(restored.status == 200, "\(restored.text)")
    case 7:
      let body: JSONObject = ["description": .string("\(step)")]
      _ = await fixture.control(.patch, Self.path, body.text, headers: [("If-Match", "*")])
    case 8:
      let body: JSONObject = ["tags": [.string("\(step)")], "definition": ["list": [.string("user-\(step % 8)")]]]
      _ = await fixture.control(.patch, Self.path, body.text, headers: [("If-Match", "*")])
    default: _ = await fixture.control(.post, Fixture.flags + "/welcome_text/kill")
    }
  }
}
