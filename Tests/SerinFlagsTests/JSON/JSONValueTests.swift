import SerinFlags
import Testing

@Suite struct JSONValueTests {
  @Test func stringsAreComparedByTheirBytes() {
    #expect("\u{E9}" == "e\u{301}")  // Swift's own equality, which documents must not use
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    // Canonically equivalent with the same number of bytes.
    #expect(JSONValue.string("\u{212B}") != .string("A\u{30A}"))
    #expect(JSONValue.string("Zoë") == .string("Zoë"))
    #expect(Set<JSONValue>([.string("\u{E9}"), .string("e\u{301}"), .string("\u{E9}")]).count == 2)
  }

  @Test func aBooleanIsNeverANumber() {
    #expect(JSONValue.bool(true) != .number(1))
    #expect(JSONValue.bool(false) != .number(0))
    #expect(JSONValue.bool(true).numberValue == nil)
    #expect(JSONValue.number(1).boolValue == nil)
    #expect(JSONValue.null != .bool(false))
  }

  @Test func oneIsOnePointZero() throws {
    #expect(try JSONValue(parsing: "1".utf8) == JSONValue(parsing: "1.0".utf8))
    #expect(JSONValue.number(0) == .number(-0.0))
    #expect(JSONValue.number(0).hashValue == JSONValue.number(-0.0).hashValue)
    #expect(JSONValue.number(.nan) == .number(.nan))
    #expect(JSONValue.number(.nan).hashValue == JSONValue.number(-.nan).hashValue)
  }

  @Test func accessorsAnswerNilForAnotherType() {
    let value: JSONValue = ["s": "x", "n": 2, "b": true, "a": [1, "two"], "o": ["k": nil]]
    #expect(value["s"]?.stringValue == "x")
    #expect(value["n"]?.numberValue == 2)
    #expect(value["b"]?.boolValue == true)
    #expect(value["a"]?[1] == "two")
    #expect(value["o"]?["k"]?.isNull == true)
    #expect(value["a"]?[2] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["s"]?[0] == nil)
    #expect(value["missing"] == nil)
    #expect(value["s"]?["x"] == nil)
    #expect(value.stringValue == nil)
    #expect(value["n"]?.arrayValue == nil)
    #expect(value["n"]?.objectValue == nil)
  }

  @Test func aLiteralWithANameTwiceKeepsTheLast() {
    let value: JSONValue = ["a": 1, "b": 2, "a": 3]
    #expect(value.text() == #"{"a":3,"b":2}"#)
  }
}
