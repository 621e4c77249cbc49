import SerinFlags
import Testing

@testable import CodeReferences

@Suite struct StringLiteralTests {
  @Test(arguments: [
    (#""new_checkout""#, "new_checkout"), (#""""#, ""), (##"#"new_checkout"#"##, "new_checkout"),
    (###"##"a"#b"##"###, ##"a"#b"##), (##"#"""#"##, "\""), (#""a\tb\\c\"d\u{5F}e\0""#, "a\tb\\c\"d_e\0"),
    (##"#"a\nb\#nc"#"##, "a\\nb\nc"), ("\"\"\"\n  a\n    b\n  \"\"\"", "a\n  b"),
    ("\"\"\"\r\n  a\r\n  \"\"\"", "a"), ("\"\"\"\n  a\\\n  b\n  \"\"\"", "ab"),
    ("#\"\"\"\n  a\"\"\"b\\\n  \"\"\"#", "a\"\"\"b\\"), ("\"open", "open"),
    (#""\q\u{110000}\u{}""#, #"\q\u{110000}\u{}"#),
    ("\"\"\"", ""), ("\"\u{E9}\"", "\u{E9}"),
  ])
  func `a literal stands for its text`(literal: String, text: String) {
    #expect(StringLiteral.text(Array(literal.utf8)[...]).hasSameBytes(as: text))
  }
}
