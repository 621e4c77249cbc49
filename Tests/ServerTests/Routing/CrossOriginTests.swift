import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct CrossOriginTests {
  private static let page = "https://app.example.com"

  private func fixture() async throws -> (Fixture, key: String, other: String) {
    let fixture = try await Fixture()
    var values: [String] = []
    for origin in [Self.page, "https://other.example"] {
      let made = await fixture.control(
        .post, "/api/v1/projects/shop/keys", #"{"kind":"client","environment":"production","origins":["\#(origin)"]}"#)
      values.append(try #require(made["value"]?.stringValue, "\(made.text)"))
    }
    return (fixture, values[0], values[1])
  }

  private func preflight(_ fixture: Fixture, _ path: String, _ origin: String = Self.page) async -> Answer {
    await fixture.send(
      .options, path,
      headers: [
        ("Origin", origin), ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization,content-type,if-none-match,x-api-key"),
      ])
  }

  // Field report SV-09.
  @Test func aPreflightTakesNoKeyAndAllowsEveryHeaderThatClientsSend() async throws {
    let (fixture, _, _) = try await fixture()
    for path in ["/v1/evaluate", "/v1/evaluate/new_checkout", "/ofrep/v1/evaluate/flags", "/v1/anything"] {
      let answer = await preflight(fixture, path)
      #expect(answer.status == 204)
      #expect(answer.header("Access-Control-Allow-Origin") == Self.page)
      #expect(answer.header("Access-Control-Allow-Credentials") == nil)
      #expect(answer.header("Vary") == "Origin")
      let allowed = try #require(answer.header("Access-Control-Allow-Headers")).lowercased()
      for name in ["authorization", "x-api-key", "content-type", "if-none-match", "last-event-id", "cache-control"] {
        #expect(allowed.contains(name))
      }
      #expect(answer.header("Access-Control-Allow-Methods") == "GET, POST")
    }
  }

  @Test func aPreflightOfAnOriginThatNoKeyListsAllowsNothing() async throws {
    let (fixture, _, _) = try await fixture()
    for origin in ["https://evil.example", "https://app.example.com.evil.example", "null", "https://APP.example.com"] {
      let answer = await preflight(fixture, "/v1/evaluate", origin)
      #expect(answer.status == 204 && answer.header("Access-Control-Allow-Origin") == nil)
    }
  }

  @Test func theControlAPICannotBeReachedFromOtherPages() async throws {
    let (fixture, _, _) = try await fixture()
    let answer = await preflight(fixture, "/api/v1/projects")
    #expect(answer.status == 405 && answer.header("Access-Control-Allow-Origin") == nil)
    let read = await fixture.control(.get, "/api/v1/projects", headers: [("Origin", Self.page)])
    #expect(read.header("Access-Control-Allow-Origin") == nil)
  }

  @Test func onlyTheOriginsOfTheKeyReadItsAnswersErrorsAmongThem() async throws {
    let (fixture, key, other) = try await fixture()
    for path in ["/v1/evaluate", "/v1/evaluate/none", "/ofrep/v1/evaluate/flags", "/v1/nothing"] {
      let own = await fixture.send(.post, path, token: key, headers: [("Origin", Self.page)])
      #expect(own.header("Access-Control-Allow-Origin") == Self.page, "\(path)")
      #expect(try #require(own.header("Access-Control-Expose-Headers")).contains("ETag"))
      #expect(try #require(own.header("Vary")).contains("Origin"))
      let foreign = await fixture.send(.post, path, token: other, headers: [("Origin", Self.page)])
      #expect(foreign.header("Access-Control-Allow-Origin") == nil, "\(path)")
      #expect(try #require(foreign.header("Vary")).contains("Origin"))
    }
    let bad = await fixture.send(.post, "/v1/evaluate", "[", token: key, headers: [("Origin", Self.page)])
    #expect(bad.status == 400 && bad.header("Access-Control-Allow-Origin") == Self.page)
    // Why a key is refused may be read by every page that has one.
    let unknown = await fixture.send(.post, "/v1/evaluate", headers: [("Origin", Self.page)])
    #expect(unknown.status == 401 && unknown.header("Access-Control-Allow-Origin") == Self.page)
    let stranger = await fixture.send(.post, "/v1/evaluate", headers: [("Origin", "https://evil.example")])
    #expect(stranger.status == 401 && stranger.header("Access-Control-Allow-Origin") == nil)
  }

  @Test func aKeyForEveryOriginNamesTheOneThatAsks() async throws {
    let fixture = try await Fixture()
    let made = await fixture.control(
      .post, "/api/v1/projects/shop/keys", #"{"kind":"client","environment":"production","origins":["*"]}"#)
    let key = try #require(made["value"]?.stringValue)
    let answer = await fixture.send(.post, "/v1/evaluate", token: key, headers: [("Origin", "https://any.example")])
    #expect(answer.header("Access-Control-Allow-Origin") == "https://any.example")
    #expect(await preflight(fixture, "/v1/evaluate", "https://any.example").header("Access-Control-Max-Age") == "7200")
  }

  @Test func aQuestionForTheMethodsOfAPathIsNoPreflight() async throws {
    let (fixture, _, _) = try await fixture()
    #expect(await fixture.send(.options, "/v1/evaluate", headers: [("Origin", Self.page)]).status == 405)
    #expect(await fixture.send(.options, "/v1/evaluate").header("Allow") == "POST")
  }
}
