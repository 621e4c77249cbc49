import SerinFlags
import Testing

@Suite struct IDListBuilderTests {
  private func builder(engine: DigestEngine = .swift, limit: Int = IDListLimits.ids) -> IDListBuilder {
    IDListBuilder(environmentID: ListSamples.environmentID, engine: engine, limit: limit)
  }

  @Test func buildsWhatAddingBuilds() throws {
    var builder = builder()
    for number in 0..<3000 { try builder.add("user-\(number % 2000)") }
    #expect(try builder.finish() == ListSamples.list((0..<2000).map { "user-\($0)" }))
    // It is empty again.
    #expect(try builder.finish() == IDList())
  }

  /// More ids than are kept before they are merged, several times over, most of them again and again.
  @Test func countsRepeatedIDsOnce() throws {
    let engine = ListSamples.quickEngine
    var builder = builder(engine: engine, limit: 20_000)
    for number in 0..<700_000 { try builder.add("user-\(number % 20_000)") }
    let list = try builder.finish()
    #expect(list.count == 20_000)
    #expect(try list == ListSamples.list((0..<20_000).map { "user-\($0)" }, engine: engine))
  }

  @Test(arguments: ["\n", "\r\n"], [1, 2, 3, 7, 64, 100_000]) func readsLinesInPiecesOfAnySize(
    end: String, size: Int
  ) throws {
    let ids =
      ["alice", "bob ", " zoë", String(repeating: "x", count: 1024), "a\u{A0}b", "用户"] + (0..<50).map { "u\($0)" }
    let wanted = try ListSamples.list(ids)
    for text in [ids.joined(separator: end), ids.joined(separator: end) + end] {
      var builder = builder()
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        try builder.addLines(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(try builder.finish() == wanted)
    }
  }

  @Test(
    arguments: [
      ("a\n\nb\n", 2, .length(0)),
      ("\n", 1, .length(0)),
      ("a\r\n\r\n", 2, .length(0)),
      ("a\nb\n" + String(repeating: "x", count: 1025) + "\n", 3, .length(1025)),
      ("a\n" + String(repeating: "x", count: 1100), 2, .endless),
      ("a\nb\tc\n", 2, .controlCharacter(9)),
      ("a\nb\rc\n", 2, .controlCharacter(13)),
      ("a\u{0}", 1, .controlCharacter(0)),
      ("a\u{7F}\n", 1, .controlCharacter(0x7F)),
      ("é\u{85}\n", 1, .controlCharacter(0x85)),
      ("\u{FEFF}alice\n", 1, .byteOrderMark),
    ] as [(String, Int, IDProblem)]) func refusesWhatIsNoIDWithItsLine(text: String, line: Int, problem: IDProblem)
  {
    #expect(throws: IDListError.badID(line: line, problem)) {
      var builder = builder()
      try builder.addLines(Array(text.utf8))
      _ = try builder.finish()
    }
    #expect(IDListError.badID(line: line, problem).description.hasPrefix("line \(line): "))
  }

  /// Overlong forms, surrogates, a value beyond U+10FFFF, parts of characters.
  @Test(arguments: [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0x61, 0xE2, 0x82], [0xFF]])
  func refusesBytesThatAreNotUTF8(bytes: [UInt8]) {
    #expect(throws: IDListError.badID(line: 2, .encoding)) {
      var builder = builder()
      try builder.addLines(Array("a\n".utf8) + bytes + [0x0A])
    }
  }

  @Test func refusesASingleIDThatIsNone() {
    #expect(throws: IDListError.badID(line: 2, .length(0))) {
      var builder = builder()
      try builder.add("a")
      try builder.add("")
    }
  }

  @Test func doesNotFillTheMemoryWithALineThatNeverEnds() throws {
    var builder = builder()
    try builder.addLines([UInt8](repeating: 0x61, count: 600))
    #expect(throws: IDListError.badID(line: 1, .endless)) {
      try builder.addLines([UInt8](repeating: 0x61, count: 600))
    }
  }

  @Test func refusesMoreIDsThanAListMayHave() throws {
    #expect(IDListLimits.ids == 5_000_000)
    var builder = builder(limit: 100)
    for number in 0..<100 { try builder.add("user-\(number)") }
    var full = builder
    #expect(try full.finish().count == 100)
    try builder.add("one more")
    #expect(throws: IDListError.tooManyIDs(limit: 100)) { try builder.finish() }
  }
}
