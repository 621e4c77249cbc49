import Foundation
import SerinFlags
import Testing

@Suite struct JSONSerialisationTests {
  static let forms: [(JSONValue, String)] = [
    (JSONValue.null, "null"), (true, "true"), (0, "0"), (.number(-0.0), "0"), (-1, "-1"), (1.5, "1.5"), (0.1, "0.1"),
    (1e-7, "1e-07"), (9_007_199_254_740_992, "9007199254740992"), (1_000_000_000_000, "1000000000000"),
    (1e22, "1e+22"),
    (.number(.nan), "null"), (.number(-.infinity), "null"), ("", "\"\""), ("\"\\/", #""\"\\/""#),
    ("\u{8}\u{9}\u{A}\u{C}\u{D}\u{0}\u{1F}\u{7F}é", "\"\\b\\t\\n\\f\\r\\u0000\\u001f\u{7F}é\""), ([], "[]"),
    ([:], "{}"),
    ([1, [2], []], "[1,[2],[]]"), (["b": 1, "a": [:], "B": nil], #"{"B":null,"a":{},"b":1}"#),
  ]

  @Test(arguments: Self.forms)
  func writesTheShortestForm(value: JSONValue, expected: String) {
    #expect(value.text() == expected)
    #expect(value.description == expected)
  }

  @Test func anObjectDescribesItselfAsItsValueDoes() {
    #expect("\(["b": 1, "a": ["c": nil]] as JSONObject)" == #"{"a":{"c":null},"b":1}"#)
    #expect(JSONObject().description == "{}")
  }

  @Test func prettyTextHasOneMemberALine() {
    let value: JSONValue = ["b": [1, ["c": "d"], []], "a": [:]]
    #expect(
      value.text(pretty: true) == """
        {
          "a": {},
          "b": [
            1,
            {
              "c": "d"
            },
            []
          ]
        }
        """)
  }

  @Test func membersAreSortedByBytesNotByUnicodeOrder() {
    let names = ["é", "e\u{301}", "z", "Z", "a", "aa", "a.b", "用", "\u{FFFF}", "😀", ""]
    let expected = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let value = JSONValue.object(JSONObject(members: names.map { ($0, 1) }))
    #expect(value.text() == "{" + expected.map { "\"\($0)\":1" }.joined(separator: ",") + "}")
  }

  @Test func whateverIsWrittenReadsBackEqualAndAgainGivesTheSameBytes() throws {
    var random = RandomJSON(seed: 11)
    for _ in 0..<2000 {
      let value = random.value()
      let bytes = value.serialized()
      let again = try JSONValue(parsing: bytes, options: JSONParsingOptions(refusesDuplicates: true))
      #expect(again == value)
      #expect(again.hashValue == value.hashValue)
      #expect(again.serialized() == bytes)
      #expect(try JSONValue(parsing: value.serialized(pretty: true)) == value)
    }
  }

  @Test func otherReadersAgreeAboutWhatIsWritten() throws {
    var random = RandomJSON(seed: 12, isPlain: true)
    for _ in 0..<300 {
      let object = JSONValue.array([random.value()])
      let parsed = try JSONSerialization.jsonObject(with: Data(object.serialized()))
      let theirs = try JSONSerialization.data(withJSONObject: parsed)
      #expect(try JSONValue(parsing: theirs) == object)
    }
  }

  @Test func theOrderOfMembersDoesNotChangeTheBytes() {
    var random = RandomJSON(seed: 13)
    for _ in 0..<200 {
      let object = random.object(depth: 3)
      let shuffled = JSONObject(members: object.map { ($0.name, $0.value) }.shuffled(using: &random.generator))
      #expect(object == shuffled)
      #expect(JSONValue.object(object).serialized() == JSONValue.object(shuffled).serialized())
    }
  }
}
