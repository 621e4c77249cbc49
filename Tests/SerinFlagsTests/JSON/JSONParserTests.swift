import Foundation
import SerinFlags
import TestRandom
import Testing

@Suite struct JSONParserTests {
  static let accepted: [(String, JSONValue)] = [
    ("null", JSONValue.null), (" true ", true), ("false\n", false), ("0", 0), ("-0", 0), ("-12", -12), ("1.5", 1.5),
    ("1e3", 1000), ("1E+3", 1000), ("25e-1", 2.5), ("0.1", 0.1), ("\"\"", ""), ("\"a b\"", "a b"), ("[]", []),
    ("[ 1 , [ ] , {} ]", [1, [], [:]]), ("{\"a\":{\"b\":[null]}}", ["a": ["b": [nil]]]),
    ("{ \"a\" : 1 ,\t\"b\":\r\n2 }", ["a": 1, "b": 2]), ("{\"\":1}", ["": 1]),
    (#""\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00""#, "\"\\/\u{8}\u{C}\n\r\tAé😀"), (#""\u0000""#, "\u{0}"),
    ("\"Zoë 用户 👩‍👩‍👧\"", "Zoë 用户 👩‍👩‍👧"), ("\"\u{7F}\u{10FFFF}\"", "\u{7F}\u{10FFFF}"),
    (
      #""a long run of plain text, then \n an escape and more than eight bytes""#,
      "a long run of plain text, then \n an escape and more than eight bytes"
    ),
    ("9007199254740992", 9_007_199_254_740_992), ("1000000000000", 1_000_000_000_000), ("1e-400", 0),
  ]

  @Test(arguments: Self.accepted)
  func readsWhatTheStandardAllows(text: String, expected: JSONValue) throws {
    #expect(try JSONValue(parsing: text.utf8) == expected)
    #expect(try JSONValue(parsing: Array(text.utf8), options: .control) == expected)
  }

  static let refused: [(String, Int, String)] = [
    ("", 0, ""), ("  ", 2, ""), ("nul", 0, ""), ("nulll", 4, ""), ("True", 0, ""), ("NaN", 0, ""), ("Infinity", 0, ""),
    ("-Infinity", 1, ""), ("'a'", 0, ""), ("1 2", 2, ""), ("{} x", 3, ""), ("[1,]", 3, "[1]"), ("[,1]", 1, "[0]"),
    ("[1 2]", 3, ""), ("[1", 2, ""), ("{\"a\":1,}", 7, ""), ("{a:1}", 1, ""), ("{\"a\" 1}", 5, ""),
    ("{\"a\":}", 5, "a"),
    ("{\"a\":1", 6, ""), ("{\"a\":1 \"b\":2}", 7, ""), ("// no\n1", 0, ""), ("01", 1, ""), ("+5", 0, ""), (".5", 0, ""),
    ("1.", 2, ""), ("1.e3", 2, ""), ("1e", 2, ""), ("1e+", 3, ""), ("-", 1, ""), ("--1", 1, ""), ("0x10", 1, ""),
    ("1e999", 0, ""), ("-1e999", 0, ""), ("{\"a\":[0,1e999]}", 8, "a[1]"),
    ("11111111111111111111111111111111111111111", 0, ""), ("\"a", 2, ""), ("\"a\\", 2, ""), ("\"\\x\"", 1, ""),
    ("\"\\u12\"", 1, ""), ("\"\\u12G4\"", 1, ""), ("\"a\nb\"", 2, ""), ("\"\u{0}\"", 1, ""), ("\"\\ud800\"", 1, ""),
    ("\"x\\udc00y\"", 2, ""), ("\"\\ud800\\u0041\"", 1, ""), ("\"\\ud800\\ud800\"", 1, ""), ("\"\\ud83d", 1, ""),
    ("{\"flags\":{\"a\":{\"rules\":[1,\"\\ud800\"]}}}", 27, "flags.a.rules[1]"),
    ("{\"a b\":{\"\":[-]}}", 13, "[\"a b\"][\"\"][0]"),
  ]

  @Test(arguments: Self.refused)
  func refusesEverythingElseAndSaysWhere(text: String, offset: Int, path: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
    #expect(error?.offset == offset)
    #expect(error?.path == path)
    #expect(error?.message.isEmpty == false)
  }

  @Test func saysWhatIsWrongInWords() {
    func message(_ text: String) -> String? {
      do throws(JSONError) {
        _ = try JSONValue(parsing: text.utf8, options: .control)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(message("{\"a\":x}") == "a: expected a value, found `x` (byte 5)")
    #expect(message("\u{FEFF}{}") == "starts with a byte order mark; JSON is UTF-8 without one (byte 0)")
    #expect(message("1e999") == "1e999 is beyond the range of a number (byte 0)")
    #expect(message("[\u{1}]") == "[0]: expected a value, found the byte 0x01 (byte 1)")
    #expect(message("[") == "[0]: expected a value, found the end of the text (byte 1)")
    #expect(message("\"\\ud800\"") == "\\ud800 is half of a surrogate pair (byte 1)")
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xF0, 0x9F, 0x98, 0x41],
    ] as [[UInt8]])
  func refusesInvalidUTF8(bytes: [UInt8]) {
    for padding in 0...9 {
      let prefix = [UInt8](repeating: UInt8(ascii: "a"), count: padding)
      let error = #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22] + prefix + bytes + [0x22]) }
      #expect(error?.offset == 1 + padding)
      #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22] + prefix + bytes) }
    }
  }

  @Test func readsEveryScalarAsSwiftEncodesIt() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<20_000 {
      guard let scalar = Unicode.Scalar(UInt32.random(in: 0x20...0x10FFFF, using: &generator)) else { continue }
      guard scalar != "\"", scalar != "\\" else { continue }
      let text = String(Character(scalar))
      #expect(try JSONValue(parsing: "\"\(text)\"".utf8) == .string(text))
    }
  }

  @Test func readsNumbersAsTheStandardLibraryDoes() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let digits = Int.random(in: 1...22, using: &generator)
      var text = generator.oneIn(2) ? "-" : ""
      text += String(Int.random(in: 1...9, using: &generator))
      for _ in 1..<max(digits, 2) { text += String(Int.random(in: 0...9, using: &generator)) }
      if generator.oneIn(2) { text += "." + String(UInt32.random(in: 0...999_999, using: &generator)) }
      if generator.oneIn(2) { text += "e" + String(Int.random(in: -40...40, using: &generator)) }
      #expect(try JSONValue(parsing: text.utf8) == .number(#require(Double(text))), "\(text)")
    }
  }

  @Test func controlDocumentsRefuseIntegersThatADoubleWouldChange() throws {
    for text in ["9007199254740993", "-9007199254740993", "9007199254740994", "100000000000000000000"] {
      #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8, options: .control) }
      #expect(try JSONValue(parsing: text.utf8).numberValue == Double(text))
    }
    #expect(try JSONValue(parsing: "-9007199254740992".utf8, options: .control) == -9_007_199_254_740_992)
    #expect(try JSONValue(parsing: "1e20".utf8, options: .control) == 1e20)
  }

  @Test func numbersOfFortyCharactersAreTheLongest() throws {
    let forty = "0." + String(repeating: "3", count: 38)
    #expect(try JSONValue(parsing: forty.utf8).numberValue == 1.0 / 3)
    #expect(throws: JSONError.self) { try JSONValue(parsing: (forty + "3").utf8) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: ("1e" + String(repeating: "0", count: 39)).utf8) }
    #expect(try JSONValue(parsing: ("1e" + String(repeating: "0", count: 37) + "2").utf8) == 100)
  }

  @Test func aNameGivenTwiceIsTheLastOneOrAnError() throws {
    let text = #"{"a":1,"b":{"c":1,"\u0063":2},"a":3}"#
    #expect(try JSONValue(parsing: text.utf8) == ["a": 3, "b": ["c": 2]])
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8, options: .control) }
    #expect(error?.path == "b.c")
    #expect(error?.offset == 18)
    // Canonically equivalent names are different names.
    let accents = "{\"\u{E9}\":1,\"e\u{301}\":2}"
    #expect(try JSONValue(parsing: accents.utf8, options: .control).objectValue?.count == 2)
  }

  @Test func duplicatesAreFoundAmongManyMembers() throws {
    var names = (0..<5000).map { "name-\($0)" }
    let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    #expect(try JSONValue(parsing: text.utf8, options: .control).objectValue?.names == names)
    names.append("name-2500")
    let doubled = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: doubled.utf8, options: .control) }
    #expect(error?.path == "name-2500")
    #expect(try JSONValue(parsing: doubled.utf8).objectValue?.count == 5000)
  }

  @Test func acceptsBytesWithoutContiguousStorage() throws {
    let text = #"{"a":[1,2,{"b":"c"}]}"#
    #expect(try JSONValue(parsing: Array(text.utf8).lazy.map { $0 }) == ["a": [1, 2, ["b": "c"]]])
    #expect(try JSONValue(parsing: Data(text.utf8)) == ["a": [1, 2, ["b": "c"]]])
    #expect(throws: JSONError.self) { try JSONValue(parsing: UnsafeRawBufferPointer(start: nil, count: 0)) }
  }

  @Test func everyPrefixAndEveryChangedByteIsAnsweredWithoutATrap() {
    let text = Array(#"{"flags":{"a":[1,-2.5e3,"x\u00e9é",true,null]},"b":{"c":"\ud83d\ude00"}}"#.utf8)
    for length in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text[..<length])) }
    }
    var accepted = 0
    for index in text.indices {
      for byte in stride(from: UInt8(0), through: 255, by: 1) {
        var changed = text
        changed[index] = byte
        if (try? JSONValue(parsing: changed)) != nil { accepted += 1 }
      }
    }
    #expect(accepted > text.count)
  }
}
