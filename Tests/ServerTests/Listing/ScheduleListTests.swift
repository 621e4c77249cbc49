import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct ScheduleListTests {
  private static let path = "/api/v1/projects/shop/schedules"

  /// Six planned changes, s0 to s5, an hour after one another and made the other way round; s5 is cancelled, s4 is of staging, s3
  /// of another flag, and s2 is somebody else's.
  private func fixture() async throws -> (fixture: Fixture, authors: [String]) {
    let fixture = try await Fixture(clock: FakeClock())
    let made = await fixture.control(.post, "/api/v1/projects/shop/keys", #"{"kind":"admin"}"#)
    let other = try #require(made["value"]?.stringValue)
    var authors: [String] = []
    for index in (0..<6).reversed() {
      let flag = index == 3 ? "welcome_text" : "new_checkout"
      let body = #"""
        {"environment":"\#(index == 4 ? "staging" : "production")","at":"2027-02-01T0\#(index):00:00Z","reason":"s\#(index)",
        "change":{"operation":"killFlag","flag":"\#(flag)"}}
        """#
      let planned = await fixture.send(.post, Self.path, body, token: index == 2 ? other : fixture.adminToken)
      try #require(planned.status == 201, "\(planned.text)")
      authors.insert(planned["by"]?.stringValue ?? "", at: 0)
      if index == 5 {
        let one = Self.path + "/" + (planned["id"]?.stringValue ?? "")
        #expect(await fixture.control(.delete, one).status == 200)
      }
    }
    return (fixture, authors)
  }

  private func reasons(_ fixture: Fixture, _ query: String) async -> [String] {
    let answer = await fixture.control(.get, Self.path + "?" + query)
    #expect(answer.status == 200, "\(query): \(answer.text)")
    return answer["schedules"]?.arrayValue?.compactMap { $0["reason"]?.stringValue } ?? []
  }

  @Test func filtersLeaveWhatTheySay() async throws {
    let (fixture, authors) = try await fixture()
    let table: [(String, [String])] = [
      ("", ["s0", "s1", "s2", "s3", "s4"]), ("finished=true", ["s0", "s1", "s2", "s3", "s4", "s5"]),
      ("state=cancelled", ["s5"]), ("state=failed", []), ("flag=welcome_text", ["s3"]),
      ("environment=staging", ["s4"]), ("by=\(authors[2])", ["s2"]),
      ("by=\(authors[0])&finished=true", ["s0", "s1", "s3", "s4", "s5"]),
      ("from=2027-02-01T02:00:00Z", ["s2", "s3", "s4"]), ("until=2027-02-01T02:00:00Z", ["s0", "s1"]),
      ("from=2027-02-01T01:00:00Z&until=2027-02-01T02:00:00Z", ["s1"]), ("search=KILLflag%20Text", ["s3"]),
      ("search=welcome", ["s3"]), ("sort=-at", ["s4", "s3", "s2", "s1", "s0"]),
      ("sort=created&limit=2", ["s4", "s3"]), ("sort=-created&limit=2", ["s0", "s1"]),
    ]
    for (query, expected) in table { #expect(await reasons(fixture, query) == expected, "\(query)") }
    #expect(await fixture.control(.get, Self.path + "?environment=nowhere").status == 404)
  }

  @Test(arguments: ["sort=at", "sort=-at", "sort=created", "sort=-created&finished=true", "search=s&finished=true"])
  func pagesFollowOneAnother(query: String) async throws {
    let (fixture, _) = try await fixture()
    let whole = await reasons(fixture, query)
    #expect(whole.count > 4)
    var (seen, after): ([String], String) = ([], "")
    while true {
      let page = await fixture.control(.get, Self.path + "?limit=2&" + query + after)
      seen += page["schedules"]?.arrayValue?.compactMap { $0["reason"]?.stringValue } ?? []
      guard let next = page["next"]?.stringValue else { break }
      after = "&after=" + next.replacing("=", with: "%3D").replacing("+", with: "%2B")
    }
    #expect(seen == whole)
  }

  @Test(arguments: ["state=gone", "sort=flag", "from=today", "until=2027", "after=zzz", "finished=maybe"])
  func whatIsNotKnownIsRefusedWithItsValue(query: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.control(.get, Self.path + "?" + query)
    let parts = query.split(separator: "=").map(String.init)
    #expect(answer.status == 400)
    #expect(
      answer["detail"]?.stringValue?.hasPrefix("query parameter \"\(parts[0])\" is \"\(parts[1])\"; it must be ")
        == true,
      "\(answer.text)")
  }
}
