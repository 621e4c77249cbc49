import SerinFlags
import Testing

@Suite struct SemanticVersionTests {
  /// EV-23: the order of semver.org, section 11, with more releases around it.
  static let ascending = [
    "0.0.0", "0.0.1-alpha", "0.0.1", "0.1", "1.0.0-0", "1.0.0-2", "1.0.0-10", "1.0.0-99999999999999999999999",
    "1.0.0-A", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.1.0", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
    "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.9.0", "1.10.0", "2", "2.0.1", "2.1", "18446744073709551615.0.0",
  ]

  @Test func precedenceIsThatOfTheStandard() throws {
    let versions = try Self.ascending.map { try #require(SemanticVersion(parsing: $0), "\($0)") }
    for (leftIndex, left) in versions.enumerated() {
      for (rightIndex, right) in versions.enumerated() {
        #expect((left < right) == (leftIndex < rightIndex))
        #expect((left == right) == (leftIndex == rightIndex))
      }
    }
  }

  static let same: [(String, String)] = [
    ("v1.2.3", "1.2.3"), ("1", "1.0.0"), ("1.2", "1.2.0"), ("v2", "2.0.0"), ("1.2.3+build", "1.2.3"),
    ("1.2.3+a.b-c.001", "1.2.3+other"), ("1.0.0-rc.1+5", "1.0.0-rc.1"), ("1-rc", "1.0.0-rc"),
    ("5.2-beta", "5.2.0-beta"),
  ]

  @Test(arguments: Self.same) func acceptsShorterAndLongerForms(left: String, right: String) throws {
    let leftVersion = try #require(SemanticVersion(parsing: left))
    let rightVersion = try #require(SemanticVersion(parsing: right))
    #expect(leftVersion == rightVersion)
    #expect(leftVersion.hashValue == rightVersion.hashValue)
  }

  @Test(arguments: [
    "", "v", "V1", "vv1", "1.", ".1", "1..2", "1.2.3.4", "01.2.3", "1.02.3", "1.2.03", "-1", "+1", "1.2.3-",
    "1.2.3-a..b",
    "1.2.3-01", "1.2.3-é", "1.2.3+", "1.2.3+a+b", " 1.2.3", "1.2.3 ", "1,2", "one", "1.x", "18446744073709551616",
    "1.2.3\u{0}",
    "１.2.3",
  ])
  func refusesWhatIsNotAVersion(text: String) {
    #expect(SemanticVersion(parsing: text) == nil)
  }

  /// From the README and the range fixtures of npm's `semver`.
  static let tilde: [(String, [String], [String])] = [
    (
      "1.2.3", ["1.2.3", "1.2.9", "1.2.10", "1.2.3+b"],
      ["1.2.2", "1.3.0", "2.2.3", "1.2.4-beta", "1.2.3-beta", "1.3.0-0"]
    ),
    ("1.2", ["1.2.0", "1.2.9"], ["1.1.9", "1.3.0", "1.2.0-beta", "1.3.0-0"]),
    ("1", ["1.0.0", "1.9.9"], ["0.9.9", "2.0.0", "2.0.0-0"]),
    ("0.2.3", ["0.2.3", "0.2.9"], ["0.2.2", "0.3.0"]),
    ("0", ["0.0.0", "0.9.0"], ["1.0.0"]),
    ("1.2.3-beta.2", ["1.2.3-beta.2", "1.2.3-beta.4", "1.2.3", "1.2.4"], ["1.2.3-beta.1", "1.2.4-beta.2", "1.3.0"]),
    ("v0.5.4-pre", ["0.5.5", "0.5.4", "0.5.4-pre"], ["0.5.4-alpha", "0.6.0"]),
  ]

  static let caret: [(String, [String], [String])] = [
    ("1.2.3", ["1.2.3", "1.2.9", "1.9.0"], ["1.2.2", "2.0.0", "2.0.0-alpha", "1.2.3-beta", "1.9.0-beta", "0.9.0"]),
    ("0.2.3", ["0.2.3", "0.2.9"], ["0.2.2", "0.3.0", "1.0.0", "0.3.0-alpha"]),
    ("0.0.3", ["0.0.3"], ["0.0.2", "0.0.4", "0.0.4-0"]),
    ("1.2.3-beta.2", ["1.2.3-beta.2", "1.2.3-beta.4", "1.2.3", "1.8.1"], ["1.2.4-beta.2", "1.2.3-beta.1", "2.0.0"]),
    ("0.0.3-beta", ["0.0.3-beta", "0.0.3-pr.2", "0.0.3"], ["0.0.3-alpha", "0.0.4"]),
    ("1.2", ["1.2.0", "1.4.2"], ["1.1.9", "2.0.0", "1.2.0-pre"]),
    ("0.0", ["0.0.0", "0.0.9"], ["0.1.0"]),
    ("0.1", ["0.1.0", "0.1.2"], ["0.2.0", "0.0.9"]),
    ("1", ["1.0.0", "1.9.9"], ["0.9.9", "2.0.0"]),
    ("0", ["0.0.0", "0.9.9"], ["1.0.0", "1.0.0-0"]),
  ]

  @Test(arguments: Self.tilde) func tildeIsThatOfNpm(base: String, within: [String], without: [String]) throws {
    let base = try #require(SemanticVersion(parsing: base))
    for text in within { #expect(try #require(SemanticVersion(parsing: text)).isWithinTilde(of: base), "\(text)") }
    for text in without { #expect(try !#require(SemanticVersion(parsing: text)).isWithinTilde(of: base), "\(text)") }
  }

  @Test(arguments: Self.caret) func caretIsThatOfNpm(base: String, within: [String], without: [String]) throws {
    let base = try #require(SemanticVersion(parsing: base))
    for text in within { #expect(try #require(SemanticVersion(parsing: text)).isWithinCaret(of: base), "\(text)") }
    for text in without { #expect(try !#require(SemanticVersion(parsing: text)).isWithinCaret(of: base), "\(text)") }
  }
}
