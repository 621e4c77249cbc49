import Testing

@testable import Server

@Suite struct VersionPairTests {
  @Test(arguments: ["3.8", "1.0", "1.1", "999999999999999999.999999999999999999"])
  func whatItWritesItReads(text: String) throws {
    let pair = try #require(VersionPair(parsing: text))
    #expect(pair.text == text)
    #expect(VersionPair(tag: pair.entityTag) == pair)
    #expect(VersionPair(tag: "W/" + pair.entityTag) == pair)
  }

  @Test(arguments: ["", "3", "3.", ".8", "0.1", "-1.1", "1.-1", "a.b", "3.8.41", "\"3.8\"", "99999999999999999999.1"])
  func anythingElseIsNone(text: String) {
    #expect(VersionPair(parsing: text) == nil)
    #expect(VersionPair(tag: "\"\(text)\"") == nil)
  }

  @Test func aTagNeedsItsQuotes() {
    #expect(VersionPair(tag: "3.8") == nil)
    #expect(VersionPair(tag: "\"3.8") == nil)
  }

  @Test func whatAPromotionTakesHasTheSourcesRevisionBehindAPair() {
    let versions = PromotionVersions(target: VersionPair(fields: 3, item: 8), source: 41)
    #expect(versions.text == "3.8.41")
    #expect(PromotionVersions(parsing: "3.8.41") == versions)
    for text in ["3.8", "3.8.0", "3.0.41", "0.8.41", "3.8.41.1", "3.8.", "41", ""] {
      #expect(PromotionVersions(parsing: text) == nil, "\(text)")
    }
  }
}
