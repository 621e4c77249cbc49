import TestRandom
import Testing

@testable import CodeReferences

/// Tokens are compared by what they are written as; strings, regular expressions and names in backticks have a sign before
/// them.
@Suite struct SwiftLexerTests {
  private func words(_ text: String) -> [String] {
    let source = SwiftSource(SourceFile(path: "A.swift", text: text))
    return source.tokens.indices.map { index in
      switch source.tokens[index].kind {
      case .string: "S" + source.spelling(index)
      case .interpolatedString: "I" + source.spelling(index)
      case .regex: "R" + source.spelling(index)
      case .quotedIdentifier: "Q" + source.spelling(index)
      default: source.spelling(index)
      }
    }
  }

  @Test func `names, numbers and signs are apart`() {
    #expect(
      words("let a_1 = f(0x1F, 1.5e3)?.b") == [
        "let", "a_1", "=", "f", "(", "0x1F", ",", "1.5e3", ")", "?", ".", "b",
      ])
    #expect(words("x.0.1...9") == ["x", ".", "0.1", ".", ".", ".", "9"])
    #expect(words("let größe = `case`.`two words`") == ["let", "größe", "=", "Q`case`", ".", "Q`two words`"])
  }

  @Test(arguments: [
    "a // \"b\" /* c\nd", "a /* b */ d", "a /* b /* c */ \" */ d", "a /// f(\"b\")\n d", "a /**/ d", "a//\nd",
    "a/*/*/ b */*/ d", "a // no end of a comment: /* \r\nd",
  ])
  func `comments are left out and nest`(text: String) {
    #expect(words(text) == ["a", "d"])
  }

  @Test func `a comment that never ends swallows the rest`() {
    #expect(words("a /* b /* c */ d") == ["a"])
  }

  @Test(arguments: [
    (#"f("a\"b", c)"#, ["f", "(", #"S"a\"b""#, ",", "c", ")"]),
    (#"f("", c)"#, ["f", "(", #"S"""#, ",", "c", ")"]),
    (##"f(#"a"b\"#, c)"##, ["f", "(", ##"S#"a"b\"#"##, ",", "c", ")"]),
    (##"f(#"""#, c)"##, ["f", "(", ##"S#"""#"##, ",", "c", ")"]),
    ("f(\"\"\"\n a \"b\" \"\"c\n \"\"\", d)", ["f", "(", "S\"\"\"\n a \"b\" \"\"c\n \"\"\"", ",", "d", ")"]),
    ("f(#\"\"\"\n \"\"\" \\( \n \"\"\"#, d)", ["f", "(", "S#\"\"\"\n \"\"\" \\( \n \"\"\"#", ",", "d", ")"]),
    ("f(\"a // b /* c\")", ["f", "(", "S\"a // b /* c\"", ")"]),
    (#"f("\\", c)"#, ["f", "(", #"S"\\""#, ",", "c", ")"]),
  ])
  func `strings of each form end where they end`(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test func `an interpolation is code, also within another`() {
    #expect(
      words(#""a\(b("c\(d)"))e" f"#) == [
        #"I"a\(b("c\(d)"))e""#, "(", "b", "(", #"I"c\(d)""#, "(", "d", ")", ")", ")", "f",
      ])
    #expect(words(##"#"a\(b)\#(c)"# d"##) == [##"I#"a\(b)\#(c)"#"##, "(", "c", ")", "d"])
    #expect(
      words("\"\"\"\n\\(a(\n\")\"))\n\"\"\" b") == [
        "I\"\"\"\n\\(a(\n\")\"))\n\"\"\"", "(", "a", "(", "S\")\"", ")", ")", "b",
      ])
  }

  @Test func `a string that is not closed ends with its line`() {
    #expect(words("let a = \"b\nlet c = \"d\"") == ["let", "a", "=", "S\"b", "let", "c", "=", "S\"d\""])
  }

  @Test(arguments: [
    (#"let r = /a"b/ + c"#, ["let", "r", "=", #"R/a"b/"#, "+", "c"]),
    (#"f(/\/"(x)/, c)"#, ["f", "(", #"R/\/"(x)/"#, ",", "c", ")"]),
    (#"return /"/"#, ["return", #"R/"/"#]),
    (##"let r = #/a/"b/# + c"##, ["let", "r", "=", ##"R#/a/"b/#"##, "+", "c"]),
    ("let r = #/\n a \" # c\n/# + c", ["let", "r", "=", "R#/\n a \" # c\n/#", "+", "c"]),
    ("let r = #/ \t\n a \" # c\n/# + c", ["let", "r", "=", "R#/ \t\n a \" # c\n/#", "+", "c"]),
    ("a / b / c", ["a", "/", "b", "/", "c"]),
    ("a/b/c", ["a", "/", "b", "/", "c"]),
    ("f(x)/2 + y[1]/3", ["f", "(", "x", ")", "/", "2", "+", "y", "[", "1", "]", "/", "3"]),
    ("a.reduce(1, /) + b(2, /)", ["a", ".", "reduce", "(", "1", ",", "/", ")", "+", "b", "(", "2", ",", "/", ")"]),
  ])
  func `regular expressions are told from division`(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test func `the end of a regular expression is not looked for as far as a line may go`() {
    #expect(words("= /a\(String(repeating: "b", count: 1_000))/ c").count == 3)
    // Every one of these slashes could begin one that ends nowhere.
    #expect(words(String(repeating: "= /b(", count: 20_000)).count == 80_000)
  }

  @Test func `conditions are no code, the branches are`() {
    #expect(words("#if os(iOS) // a\nb\n#elseif DEBUG\nc\n#else\nd\n#endif\ne") == ["b", "c", "d", "e"])
    #expect(words("#expect(a) #if2") == ["#", "expect", "(", "a", ")", "#", "if2"])
  }

  @Test func `the sign of an exponent belongs to its number`() {
    #expect(words("1e-3 2.5E+4 0x1p-2 1_0e-1") == ["1e-3", "2.5E+4", "0x1p-2", "1_0e-1"])
    #expect(words("0x1e-3 1-2 1e-x") == ["0x1e", "-", "3", "1", "-", "2", "1e", "-", "x"])
  }

  @Test func `a mark at the start and a line for the shell are left out`() {
    #expect(words("\u{FEFF}a") == ["a"])
    #expect(words("#!/usr/bin/swift \"\nb") == ["b"])
  }

  @Test func `brackets find their partners, and stray ones do no harm`() {
    let source = SwiftSource(SourceFile(path: "A.swift", text: "f(a[1], { b }) ) ( ] c"))
    #expect(source.partner(1) == 10)
    #expect(source.partner(3) == 5)
    #expect(source.partner(7) == 9)
    #expect(source.partner(12) == nil)
    #expect(source.partner(13) == nil)
    let given = SwiftSource(SourceFile(path: "A.swift", text: "{ ( [ } a"))
    #expect(given.partner(0) == 3)
    #expect(given.partner(1) == nil)
  }

  @Test func `nothing that can be in a file makes it trap`() {
    let pieces = [
      "\"", "\"\"\"", "#\"", "\"#", "\\(", "\\#(", ")", "(", "{", "}", "[", "]", "/", "/*", "*/", "//", "#/", "/#",
      "#if",
      "`", "\n", "\r", " ", "a", ".", "case", "enum", ":", "FlagKey", "=", "<", ">", "?", "1", "\u{E9}", "\u{0}", "\\",
      "let", "func", "release", "isEnabled", "extension", "switch", "->", ",", "declared", "get", "flags",
    ]
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      _ = CodeScan([SourceFile(path: "A.swift", text: text)])
    }
    _ = CodeScan([SourceFile(path: "A.swift", bytes: (0...255).map { UInt8($0) } + [0xC3])])
  }

  @Test(arguments: [
    ("\"\\(", 5000), ("(", 5000), ("[", 5000), ("/*", 5000), ("f(\"\\(", 5000), ("[FlagKey.a(", 5000), ("{", 5000),
    ("enum A {", 5000), ("let a = 1, ", 5000), ("a: FlagKey = [", 500), ("let a = (", 5000),
    ("let a: FlagKey = ((", 200), ("isEnabled(if a { ", 2000), ("struct S { static func a() -> FlagKey {", 2000),
  ])
  func `deep nesting needs no stack`(piece: String, count: Int) {
    let scan = CodeScan([SourceFile(path: "A.swift", text: String(repeating: piece, count: count))])
    #expect(scan.references.isEmpty)
  }

  @Test func `bodies within bodies need no stack either`() {
    let text =
      String(repeating: "struct S { static func a() -> FlagKey { return .a\n", count: 2000)
      + String(repeating: "}}", count: 2000)
    let scan = CodeScan([SourceFile(path: "A.swift", text: text + "\nlet b = FlagKey.ops(\"b\", owner: \"o\")")])
    #expect(scan.references.map(\.flag) == ["b"])
  }
}
