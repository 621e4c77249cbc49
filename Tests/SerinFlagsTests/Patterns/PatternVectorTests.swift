import SerinFlags
import Testing

@Suite struct PatternVectorTests {
  @Test func answersAsRE2Does() throws {
    let rows = try #require(Vectors.load("patterns-re2.json")["matching"]?.arrayValue)
    var compared = 0
    for row in rows {
      let strings = try #require(row.arrayValue).compactMap(\.stringValue)
      let engines = try [false, true].map {
        try Pattern(parsing: strings[0], ignoringCase: false, alwaysLarge: $0)
      }
      for (text, answer) in zip(strings.dropFirst(2), strings[1]) {
        for pattern in engines {
          #expect(pattern.matches(text) == (answer == "1"), "\(strings[0].debugDescription) \(text.debugDescription)")
        }
        compared += 1
      }
    }
    #expect(compared > 3_000)
  }

  @Test func refusesWhateverRE2Refuses() throws {
    let sources = try #require(Vectors.load("patterns-re2.json")["refused"]?.arrayValue).compactMap(\.stringValue)
    #expect(sources.count > 300)
    for source in sources {
      #expect(throws: PatternError.self, "\(source.debugDescription)") { try Pattern(parsing: source) }
    }
  }
}
