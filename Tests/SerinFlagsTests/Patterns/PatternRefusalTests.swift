import SerinFlags
import Testing

@Suite struct PatternRefusalTests {
  /// A pattern, where it is wrong, and what the message says.
  static let refused: [(String, Int, String)] = [
    ("(a)\\1", 3, "`\\1` is a back-reference"),
    ("(?P<x>a)(?P=x)", 8, "`(?P=` is a back-reference"),
    ("(?<x>a)\\k<x>", 7, "`\\k` is a back-reference"),
    ("a(?=b)", 1, "`(?=` is a look-ahead"),
    ("a(?!b)", 1, "`(?!` is a look-ahead"),
    ("(?<=a)b", 0, "`(?<=` is a look-behind"),
    ("(?<!a)b", 0, "`(?<!` is a look-behind"),
    ("(?>a)", 0, "`(?>` is an atomic group"),
    ("éa*+", 4, "`*+` is a possessive repetition"),
    ("a++", 2, "`++` is a possessive repetition"),
    ("a{2}+", 4, "`{2}+` is a possessive repetition"),
    ("a**", 2, "`**` repeats a repetition"),
    ("a{2}{3}", 4, "`{2}{3}` repeats a repetition"),
    ("\\C", 0, "`\\C` is a single byte"),
    ("\\Ga", 0, "`\\G` is the end of the last match"),
    ("a\\Z", 1, "use `\\z`"),
    ("\\E", 0, "`\\Q` is missing"),
    ("(?(1)a|b)", 0, "is a conditional"),
    ("(?R)", 0, "begins a recursion"),
    ("(?1)", 0, "begins a recursion"),
    ("(?P>x)", 0, "begins a recursion"),
    ("(?#note)", 0, "`(?#` is a comment"),
    ("(?|a|b)", 0, "is a branch reset"),
    ("(*FAIL)", 0, "`(*` begins a verb"),
    ("(?x)a", 0, "the flags are `i`, `m`, `s`, `U`"),
    ("(?i-)a", 0, "`(?i-)` is no group"),
    ("(?é)", 0, "`(?é` is no group"),
    ("(?i", 0, "`)` is missing"),
    ("a(b", 1, "`)` is missing"),
    ("ab)", 2, "`)` closes no group"),
    ("*a", 0, "`*` has nothing to repeat"),
    ("a|+", 2, "`+` has nothing to repeat"),
    ("({2})", 1, "`{2}` has nothing to repeat"),
    ("a{1001}", 1, "`{1001}` repeats more than 1000 times"),
    ("a{99999999999999999999}", 1, "repeats more than 1000 times"),
    ("a{3,2}", 1, "`{3,2}` has its larger number first"),
    ("(((a{100}){100}){100})", 0, "nested repetitions multiply to more than 1000"),
    ("([ab]c[cd]d[ef]){1000}", 0, "more than 3968 states"),
    ("[a", 0, "`]` is missing"),
    ("[]", 0, "`]` is missing"),
    ("[z-a]", 1, "`z-a` has its larger end first"),
    ("[a-\\d]", 3, "`\\d` is no escape"),
    ("[\\b]", 1, "`\\b` is no escape"),
    ("[[:letter:]]", 1, "the names are alnum, alpha"),
    ("\\", 0, "escapes nothing"),
    ("\\q", 0, "`\\q` is no escape"),
    ("\\é", 0, "`\\é` is no escape"),
    ("\\x4", 0, "`\\x4` is no scalar"),
    ("\\x{110000}", 0, "is no scalar"),
    ("\\x{D800}", 0, "without surrogates"),
    ("\\x{}", 0, "is no scalar"),
    ("\\p{Greek}", 0, "`\\p{Greek}` is not supported: only general categories"),
    ("\\p{L", 0, "`}` is missing"),
    ("\\p", 0, "only general categories"),
    ("\\p{Cn}", 0, "only general categories"),
    ("(?P<n>a)(?P<n>b)", 8, "two groups of the name `n`"),
    ("(?P<>a)", 0, "a group's name consists of"),
    ("(?P<a-b>c)", 0, "a group's name consists of"),
  ]

  @Test(arguments: refused) func namesThePlaceAndWhatIsAllowed(source: String, offset: Int, message: String) throws {
    let error = try #require(throws: PatternError.self) { try Pattern(parsing: source) }
    #expect(error.offset == offset)
    #expect(error.message.contains(message), "\(error.message)")
    #expect(error.description == "\(error.message) (byte \(offset))")
  }

  @Test func aPatternHasAtMostItsMaximumOfBytes() throws {
    let longest = String(repeating: "é", count: Pattern.maximumBytes / 2)
    #expect(try Pattern(parsing: longest).matches("a" + longest))
    #expect(throws: PatternError.self) { try Pattern(parsing: longest + "a") }
  }

  @Test func groupsNestAHundredDeepAtMost() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")*", count: depth)
    }
    #expect(try Pattern(parsing: nested(100)).matches("a"))
    #expect(throws: PatternError.self) { try Pattern(parsing: nested(101)) }
  }
}
