import SerinFlags
import Testing

/// The work of a match, in steps, which are the same in every run.
@Suite struct PatternWorkTests {
  static let adversarial = [
    "(a+)+$", "^(a+)+$", "(a|a)*b", "(a|aa)+$", "(a*)*b", "(a+a+)+y", ".*.*.*=.*", "^(a?){50}a{50}$",
    "(.*)(.*)(.*)(.*)(.*)x", "(?:(?:a{30}){30})b", "((a{1,10}){1,10}){1,9}b", "^(\\b|a)*(\\B|a*)*(a{100}){9}$",
    "((((\\b*a?)*b?)*c?)*d?)*e", "(?:\\b?a?){200}b", "(?i)[^x]{900}y", "(?:ab?){400}c", "(a|b|ab){300}c",
    "(?:(?:(?:a?)*)*)*b", "\\pL{990}\\pN", "(.{1,30}){30}x", "a{1,1000}b", "a{1,500}a{1,500}b",
    "(a{1,100}){1,10}b", "(?:[ab]{2}c?){300}d",
  ]

  @Test(arguments: adversarial, [false, true])
  func workGrowsWithTheTextOnly(source: String, alwaysLarge: Bool) throws {
    let pattern = try Pattern(parsing: source, ignoringCase: false, alwaysLarge: alwaysLarge)
    let short = pattern.steps(matching: String(repeating: "a", count: 511) + "!")
    let long = pattern.steps(matching: String(repeating: "a", count: 4095) + "!")
    #expect(long <= 12 * short, "\(short) \(long)")
    // Each state of the largest pattern once a scalar, and the words that hold them.
    #expect(long <= 4097 * 5_000)
  }

  /// The pattern that hung another product for 30 s with a text of 21 characters.
  @Test func nestedPlusTakesASmallNumberOfSteps() throws {
    let pattern = try Pattern(parsing: "^(a+)+$")
    let text = String(repeating: "a", count: 20) + "!"
    #expect(!pattern.matches(text))
    #expect(pattern.steps(matching: text) < 100)
  }

  @Test func whatCannotMatchAnyMoreEndsAtOnce() throws {
    let text = String(repeating: "b", count: 4096)
    #expect(try Pattern(parsing: "^a+").steps(matching: text) < 5)
    #expect(try Pattern(parsing: "a$").steps(matching: text) < 5)
    #expect(try Pattern(parsing: "b+").steps(matching: text) < 10)
  }
}
