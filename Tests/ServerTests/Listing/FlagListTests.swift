import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct FlagListTests {
  /// Ten flags in production; f3 is killed, f4 is archived.
  private func fixture() async throws -> Fixture {
    let fixture = try await Fixture(
      seed: #"{"schema":1,"project":"shop","environment":"production","flags":{}}"#, clock: FakeClock())
    for index in 0..<10 {
      let kind = index % 2 == 0 ? "release" : "ops"
      let expires = index < 3 ? #","expires":"202\#(index)-01-01""# : ""
      let document = """
        {"kind":"\(kind)","owner":"team-\(index % 3)","description":"Flag Number \(index)","tags":["t\(index % 4)"]\(expires)}
        """
      _ = await fixture.control(.post, Fixture.flags, #"{"key":"f\#(index)","document":\#(document)}"#)
    }
    _ = await fixture.control(.post, Fixture.flags + "/f3/kill")
    _ = await fixture.control(.post, "/api/v1/projects/shop/flags/f4/archive")
    return fixture
  }

  private func keys(_ fixture: Fixture, _ query: String) async -> [String] {
    let answer = await fixture.control(.get, Fixture.flags + "?" + query)
    #expect(answer.status == 200, "\(query)")
    return answer["flags"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
  }

  @Test func filtersLeaveWhatTheySay() async throws {
    let fixture = try await fixture()
    let table: [(String, [String])] = [
      ("kind=ops", ["f1", "f3", "f5", "f7", "f9"]), ("owner=team-0", ["f0", "f3", "f6", "f9"]),
      ("tag=t1", ["f1", "f5", "f9"]), ("killed=true", ["f3"]),
      ("killed=false&kind=ops", ["f1", "f5", "f7", "f9"]), ("expired=true", ["f0", "f1", "f2"]),
      ("expired=false&owner=team-0", ["f3", "f6", "f9"]), ("archived=true&tag=t0", ["f0", "f4", "f8"]),
      ("search=NUMBER%207", ["f7"]), ("search=team-1%20number", ["f1", "f7"]), ("search=nothing", []),
    ]
    for (query, expected) in table { #expect(await keys(fixture, query) == expected, "\(query)") }
  }

  @Test func ordersAreStableAndGoBothWays() async throws {
    let fixture = try await fixture()
    #expect(await keys(fixture, "sort=-key&limit=3") == ["f9", "f8", "f7"])
    #expect(await keys(fixture, "sort=owner") == ["f0", "f3", "f6", "f9", "f1", "f7", "f2", "f5", "f8"])
    #expect(await keys(fixture, "sort=expires&limit=4") == ["f0", "f1", "f2", "f3"])
    #expect(await keys(fixture, "sort=-expires") == ["f9", "f8", "f7", "f6", "f5", "f3", "f2", "f1", "f0"])
    #expect(await keys(fixture, "sort=kind&limit=5") == ["f1", "f3", "f5", "f7", "f9"])
  }

  @Test func pagesFollowOneAnotherInEveryOrder() async throws {
    let fixture = try await fixture()
    for sort in FlagQuery.Order.allCases.flatMap({ [$0.rawValue, "-" + $0.rawValue] }) {
      let whole = await keys(fixture, "sort=\(sort)")
      var seen: [String] = []
      var after = ""
      while true {
        let page = await fixture.control(.get, Fixture.flags + "?sort=\(sort)&limit=2" + after)
        #expect(page["total"] == 9)
        seen += page["flags"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
        guard let next = page["next"]?.stringValue else { break }
        after = "&after=" + next.replacing("=", with: "%3D").replacing("+", with: "%2B")
      }
      #expect(seen == whole, "\(sort)")
    }
  }

  @Test func aPageGoesOnWhereTheLastOneEndedThoughItsFlagIsGone() async throws {
    let fixture = try await fixture()
    let page = await fixture.control(.get, Fixture.flags + "?limit=2")
    _ = await fixture.control(.post, "/api/v1/projects/shop/flags/f1/archive")
    let after = (page["next"]?.stringValue ?? "").replacing("=", with: "%3D")
    #expect(await keys(fixture, "limit=2&after=" + after) == ["f2", "f3"])
  }

  @Test(arguments: ["kind=x", "sort=colour", "limit=0", "limit=501", "after=zzz", "killed=maybe"])
  func whatIsNotKnownIsRefused(query: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.control(.get, Fixture.flags + "?" + query)
    #expect(answer.status == 400)
    #expect(answer["detail"]?.stringValue?.contains(String(query.prefix { $0 != "=" })) == true)
  }

  @Test func aListHasWhatAnotherServerWroteJustNow() async throws {
    let fixture = try await Fixture()
    let other = try await fixture.anotherServer()
    #expect(await keys(fixture, "search=renamed") == [])
    let path = Fixture.flags + "/new_checkout"
    let flag = await Fixture.send(to: other, .get, path, token: fixture.adminToken)
    var document = try #require(flag["document"]?.objectValue)
    document["description"] = "Renamed elsewhere"
    let body = JSONValue.object(["document": .object(document)]).serialized()
    let edited = await Fixture.send(
      to: other, .put, path, body, token: fixture.adminToken,
      headers: [("If-Match", try #require(flag.header("ETag")))])
    #expect(edited.status == 200, "\(edited.text)")
    #expect(await keys(fixture, "search=renamed") == ["new_checkout"])
  }

  @Test func wordsAreFoundAtAnyPlaceAndOnlyWhereTheyStandWhole() {
    let entry = FlagDirectory.Entry(
      FlagRecord(
        id: "f_1", projectID: "p_1", key: "Checkout.v2", kind: "release", owner: "Team Ä", description: "aab",
        tags: ["zz"]))
    for word in ["checkout.v2", "team ä", "aab", "ab", "zz", "z", ""] {
      #expect(entry.text.contains(Array(word.utf8)), "\(word)")
    }
    for word in ["aaab", "zzz", "checkout.v3", String(repeating: "x", count: 200)] {
      #expect(!entry.text.contains(Array(word.utf8)), "\(word)")
    }
  }
}
