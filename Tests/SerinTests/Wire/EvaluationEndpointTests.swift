import Foundation
import Testing

@testable import Serin

@Suite struct EvaluationEndpointTests {
  private func request(
    _ address: String, context: FlagContext = FlagContext(), validator: Validator? = nil
  ) throws -> EvaluationEndpoint.Prepared {
    let url = try #require(URL(string: address))
    return try EvaluationEndpoint(baseURL: url, clientKey: "srn_client_key", timeout: 10)
      .request(for: context, validator: validator)
  }

  @Test(arguments: [
    ("https://flags.example", "https://flags.example/v1/evaluate"),
    ("https://flags.example/", "https://flags.example/v1/evaluate"),
    ("https://example.com/services/flags", "https://example.com/services/flags/v1/evaluate"),
    ("https://example.com/services/flags/", "https://example.com/services/flags/v1/evaluate"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/evaluate"),
    ("HTTPS://flags.example:8443/a%20b", "HTTPS://flags.example:8443/a%20b/v1/evaluate"),
  ])
  func theBaseURLMayHaveAPath(_ base: String, _ url: String) throws {
    #expect(try request(base).request.url.absoluteString == url)
  }

  @Test(arguments: ["file:///tmp", "ftp://flags.example", "flags.example", "https:///v1", "https:"])
  func anAddressThatIsNotHTTPIsReported(_ base: String) {
    let error = #expect(throws: FeatureFlagsError.self) { try request(base) }
    #expect(error?.code == 0)
    #expect(error?.message.hasPrefix("baseURL:") == true)
  }

  @Test(arguments: ["", "srn client", "srn\r\nX-Other: 1", "schl\u{FC}ssel", "a\u{0}"])
  func aKeyThatIsNoHeaderValueIsReported(_ key: String) throws {
    let url = try #require(URL(string: "https://flags.example"))
    let error = #expect(throws: FeatureFlagsError.self) {
      try EvaluationEndpoint(baseURL: url, clientKey: key, timeout: 10)
    }
    #expect(error?.code == 0)
    #expect(error?.message.hasPrefix("clientKey:") == true)
  }

  @Test func theRequestCarriesTheKeyAndTheContextWithSortedMembers() throws {
    let context = FlagContext(userID: "alice", deviceID: "d1", attributes: ["plan": "pro", "age": 30, "beta": true])
    let request = try request("https://flags.example", context: context).request
    #expect(request.method == "POST")
    #expect(request.headers["Authorization"] == "Bearer srn_client_key")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["If-None-Match"] == nil)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"context":{"attributes":{"age":30,"beta":true,"plan":"pro"},"deviceID":"d1","userID":"alice"}}"#)
  }

  @Test func theOrderOfAttributesDoesNotMatter() throws {
    let one = try request("https://f.example", context: FlagContext(attributes: ["a": 1, "b": ["x": 1, "y": 2]]))
    let two = try request("https://f.example", context: FlagContext(attributes: ["b": ["y": 2, "x": 1], "a": 1]))
    #expect(one.contextDigest == two.contextDigest)
  }

  @Test func aValidatorGoesOnlyWithTheContextItWasGivenFor() throws {
    let alice = FlagContext(userID: "alice")
    let digest = try request("https://f.example", context: alice).contextDigest
    let validator = Validator(entityTag: #"W/"5""#, contextDigest: digest)
    let same = try request("https://f.example", context: alice, validator: validator)
    let other = try request("https://f.example", context: FlagContext(userID: "bob"), validator: validator)
    #expect(same.request.validator == #"W/"5""#)
    #expect(other.request.validator == nil)
  }

  @Test(arguments: [
    "", " ", "\"a\r\nX-Other: 1\"", "\"\u{E9}\"", "\"a\u{0}\"", "\"\(String(repeating: "x", count: 100_000))\"",
  ])
  func aValidatorThatCannotStandInAHeaderFieldIsNotSentBack(_ tag: String) throws {
    let digest = try request("https://f.example").contextDigest
    let prepared = try request("https://f.example", validator: Validator(entityTag: tag, contextDigest: digest))
    #expect(prepared.request.headers["If-None-Match"] == nil)
  }
}
