import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct ChangeRequestListTests {
  private static let environment = "/api/v1/projects/shop/environments/production"
  private static let path = environment + "/change-requests"

  /// Six requests: r0 to r5, by two people in turn, of two flags; r5 is rejected and r4 is about both flags.
  private func fixture() async throws -> (fixture: Fixture, authors: [String]) {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let made = await fixture.control(.post, "/api/v1/projects/shop/keys", #"{"kind":"admin"}"#)
    let other = try #require(made["value"]?.stringValue)
    var authors: [String] = []
    for index in 0..<6 {
      let flag = index % 3 == 0 ? "welcome_text" : "new_checkout"
      let patch = #"{"operation":"replaceFlag","flag":"\#(flag)","patch":{"tags":["r\#(index)"]}}"#
      let promotion = #"{"operation":"promoteFlags","from":"staging","flags":["new_checkout","welcome_text"]}"#
      let body = #"""
        {"title":"Number \#(index)","description":"Team \#(index % 2 == 0 ? "Ä" : "b")","change":\#(index == 4 ? promotion : patch)}
        """#
      let token = index % 2 == 0 ? fixture.adminToken : other
      let proposed = await fixture.send(.post, Self.path, body, token: token)
      try #require(proposed.status == 201, "\(proposed.text)")
      authors.append(proposed["by"]?.stringValue ?? "")
      if index == 5 {
        let one = Self.path + "/" + (proposed["id"]?.stringValue ?? "")
        let hash = #"{"contentHash":"\#(proposed["contentHash"]?.stringValue ?? "")"}"#
        #expect(await fixture.send(.post, one + "/reject", hash, token: other).status == 200)
      }
      clock.advance(milliseconds: 1000)
    }
    return (fixture, authors)
  }

  private func titles(_ fixture: Fixture, _ query: String) async -> [String] {
    let answer = await fixture.control(.get, Self.path + "?" + query)
    #expect(answer.status == 200, "\(query): \(answer.text)")
    return answer["changeRequests"]?.arrayValue?.compactMap {
      $0["title"]?.stringValue?.replacing("Number ", with: "r")
    }
      ?? []
  }

  @Test func filtersLeaveWhatTheySay() async throws {
    let (fixture, authors) = try await fixture()
    let table: [(String, [String])] = [
      ("", ["r4", "r3", "r2", "r1", "r0"]), ("state=rejected", ["r5"]), ("state=applied", []),
      ("by=\(authors[0])", ["r4", "r2", "r0"]), ("by=\(authors[1])&state=open", ["r3", "r1"]),
      ("flag=welcome_text", ["r4", "r3", "r0"]), ("flag=new_checkout&by=\(authors[1])", ["r1"]), ("flag=none", []),
      ("search=team%20%C3%A4", ["r4", "r2", "r0"]), ("search=NUMBER%20checkout", ["r4", "r2", "r1"]),
      ("search=welcome", ["r4", "r3", "r0"]),
      ("sort=created", ["r0", "r1", "r2", "r3", "r4"]), ("sort=-created&limit=2", ["r4", "r3"]),
    ]
    for (query, expected) in table { #expect(await titles(fixture, query) == expected, "\(query)") }
  }

  @Test(arguments: ["", "&sort=created", "&search=number", "&flag=welcome_text&sort=created"])
  func pagesFollowOneAnother(query: String) async throws {
    let (fixture, _) = try await fixture()
    let whole = await titles(fixture, String(query.dropFirst()))
    #expect(whole.count > 2)
    var (seen, after): ([String], String) = ([], "")
    while true {
      let page = await fixture.control(.get, Self.path + "?limit=2" + query + after)
      seen +=
        page["changeRequests"]?.arrayValue?.compactMap {
          $0["title"]?.stringValue?.replacing("Number ", with: "r")
        } ?? []
      guard let next = page["next"]?.stringValue else { break }
      after = "&after=" + next.replacing("=", with: "%3D").replacing("+", with: "%2B")
    }
    #expect(seen == whole)
  }

  @Test(arguments: [
    "state=gone", "sort=title", "limit=0", "limit=501", "after=zzz", "after=WyJ4IiwiYSJd",
  ])
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
