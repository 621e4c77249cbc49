import SerinFlags
import Testing

@Suite struct PatternTests {
  /// A pattern, texts that it matches and texts that it does not.
  typealias Row = (source: String, matching: [String], others: [String])

  static let emptiness: [Row] = [
    ("", ["", "a"], []),
    ("()", ["", "a"], []),
    ("a|", ["", "b"], []),
    ("^$", [""], ["a", "\n"]),
    ("a^b", [], ["ab", "a", "a\nb"]),
    ("a$b", [], ["ab", "a\nb"]),
    ("(?m)a$\n^b", ["a\nb"], ["ab"]),
    ("^*a", ["a", "ba"], ["b"]),
    ("[^\\x00-\\x{10FFFF}]", [], ["", "a", "é"]),
    ("(|a)+$", ["", "b", "aa"], []),
    ("(?:a*)*b", ["b", "aab"], ["a"]),
    ("(?:)", ["", "a"], []),
  ]

  static let anchors: [Row] = [
    ("^ab", ["ab", "abc"], ["cab", "c\nab"]),
    ("ab$", ["ab", "cab"], ["abc", "ab\n"]),
    ("^ab$", ["ab"], ["abab", "ab\n"]),
    ("\\Aab\\z", ["ab"], ["ab\n", "\nab"]),
    ("(?m)^ab$", ["ab", "x\nab\ny"], ["xab", "abx"]),
    ("(?m)\\Aab\\z", ["ab"], ["x\nab", "ab\nx"]),
    ("^a|b$", ["ac", "cb"], ["ca", "bc"]),
    ("\\bab\\b", ["ab", "x ab.", "éab", "ab\u{2019}s"], ["xab", "ab_", "ab1"]),
    ("\\Bab", ["xab", "_ab"], ["ab", " ab", "éab"]),
    ("\\B", ["", " ", "ab", "é"], ["a", "aéb"]),
    ("\\b", ["a"], ["", " ", "é"]),
    ("a\\b.\\bb", ["a b", "aéb"], ["acb"]),
  ]

  static let classes: [Row] = [
    ("^.$", ["a", "é", "€", "😀", "\u{0}"], ["", "\n", "ab"]),
    ("(?s)^.$", ["\n"], ["\n\n"]),
    ("^[a-c\\d]+$", ["a1", "cb9"], ["d", "-"]),
    ("^[^a-c]$", ["d", "\n", "😀"], ["a", "b", ""]),
    ("^[]a]+$", ["]a"], ["[", "b"]),
    ("^[^]a]$", ["b"], ["]", "a"]),
    ("^[a-]+$", ["a-"], ["b"]),
    ("^[\\]\\-\\\\]+$", ["]-\\"], ["a"]),
    ("^[[:alpha:][:^ascii:]]+$", ["aé"], ["1"]),
    ("^\\w+$", ["a_1Z"], ["é", "-"]),
    ("^\\s$", [" ", "\t", "\n", "\r", "\u{C}"], ["\u{B}", "\u{A0}"]),
    ("^[\\D]$", ["a", "٣"], ["3"]),
    ("^[α-ω]+$", ["λόγος".filter { $0 != "ό" }], ["Λ", "a"]),
    ("^[\\x{1F600}-\\x{1F64F}]$", ["😀", "🙏"], ["🚀"]),
    ("^\\pL+$", ["aéλж字"], ["1", "_"]),
    ("^\\p{Lu}\\p{Ll}+$", ["Élan", "Жук"], ["élan", "ÉLAN"]),
    ("^[\\p{Nd}\\p{^L}]$", ["٣", "-"], ["a"]),
    ("^\\PN$", ["a"], ["1", "Ⅷ"]),
    ("^\\p{Sc}$", ["€", "$"], ["e"]),
    ("^\\p{Any}$", ["\n", "a"], [""]),
  ]

  static let letterCase: [Row] = [
    ("(?i)straße", ["STRAßE", "strasse".replacingLast("sse", by: "ẞe")], ["STRASSE"]),
    ("(?i)^k$", ["k", "K", "\u{212A}"], ["x"]),
    ("(?i)^s$", ["s", "S", "ſ"], []),
    ("(?i)^σ$", ["σ", "ς", "Σ"], ["s"]),
    ("(?i)^[a-z]$", ["K", "\u{212A}", "ſ"], ["é"]),
    ("(?i)^i$", ["i", "I"], ["ı", "İ"]),
    ("(?i)^[^k]$", ["x"], ["k", "K", "\u{212A}"]),
    ("(?i)a(?-i)b", ["Ab", "ab"], ["aB"]),
    ("(?i:a)b", ["Ab"], ["AB"]),
    ("(a(?i)b|c)d", ["aBd", "Cd"], ["aBD", "ABd"]),
    ("(?i)^ǆ$", ["ǅ", "Ǆ"], ["d"]),
    ("(?i)^\u{390}$", ["\u{1FD3}"], ["\u{3B9}"]),
    ("(?i)^\\p{Lu}$", ["a", "É"], ["1"]),
  ]

  static let repetitions: [Row] = [
    ("^a{3}$", ["aaa"], ["aa", "aaaa"]),
    ("^a{2,}$", ["aa", "aaaaa"], ["a"]),
    ("^a{1,2}$", ["a", "aa"], ["", "aaa"]),
    ("^a{0}$", [""], ["a"]),
    ("^(ab){2}$", ["abab"], ["ab", "ababab"]),
    ("^a{1000}$", [String(repeating: "a", count: 1000)], [String(repeating: "a", count: 999)]),
    ("^(?:a{10}){3}b", [String(repeating: "a", count: 30) + "b"], [String(repeating: "a", count: 31) + "b"]),
    ("a{", ["a{"], ["a"]),
    ("a{,2}", ["a{,2}"], ["aa"]),
    ("a{1,x}", ["a{1,x}"], ["a"]),
    ("^a+?b*?c??$", ["a", "aabbc"], ["b"]),
    ("^é+$", ["é", "éé"], ["e\u{301}", "\u{A9}"]),
  ]

  static let escapes: [Row] = [
    ("\\Qa.b*\\E+", ["a.b*", "a.b**"], ["axb"]),
    ("\\Qa\\b", ["a\\b"], ["a"]),
    ("^\\x41\\x{42}\\103\\0$", ["ABC\u{0}"], ["ABC0"]),
    ("^\\a\\f\\t\\n\\r\\v$", ["\u{7}\u{C}\t\n\r\u{B}"], [""]),
    ("^\\.\\*\\_\\/\\-$", [".*_/-"], ["abcde"]),
    ("^(?P<year>\\d{4})-(?<month>\\d\\d)$", ["2024-05"], ["24-05"]),
    ("]}", ["]}"], ["]"]),
  ]

  static let all = emptiness + anchors + classes + letterCase + repetitions + escapes

  @Test(arguments: all.indices) func matchesWhatItSays(row: Int) throws {
    let (source, matching, others) = Self.all[row]
    for alwaysLarge in [false, true] {
      let pattern = try Pattern(parsing: source, ignoringCase: false, alwaysLarge: alwaysLarge)
      for text in matching { #expect(pattern.matches(text), "\(source) \(text.debugDescription)") }
      for text in others { #expect(!pattern.matches(text), "\(source) \(text.debugDescription)") }
    }
  }

  @Test func ignoringCaseIsTheFlag() throws {
    let pattern = try Pattern(parsing: "beta", ignoringCase: true)
    #expect(pattern.matches("the BETA group"))
    #expect(try !Pattern(parsing: "beta").matches("the BETA group"))
    #expect(try pattern != Pattern(parsing: "beta"))
    #expect(try pattern == Pattern(parsing: "beta", ignoringCase: true))
    #expect(try pattern.hashValue == Pattern(parsing: "beta", ignoringCase: true).hashValue)
  }

  @Test func patternsAreTheSameOnlyByteByByte() throws {
    #expect(try Pattern(parsing: "\u{E9}") != Pattern(parsing: "e\u{301}"))
  }
}

extension String {
  /// The string with another ending.
  fileprivate func replacingLast(_ ending: String, by other: String) -> String {
    String(dropLast(ending.count)) + other
  }
}
