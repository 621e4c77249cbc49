import Foundation
import TestRandom
import Testing

@testable import Serin

@Suite struct ServerAnswerTests {
  private func parse(_ text: String) throws -> ServerAnswer {
    try ServerAnswer(parsing: Array(text.utf8), origin: .remote)
  }

  @Test func everyMemberOfAFlagIsRead() throws {
    let answer = try parse(
      """
      {"epoch":3,"revision":42,"partial":false,"flags":[{"key":"new_checkout","kind":"release","isEnabled":true,
       "ruleId":"r_1a2b3c4d","variation":"on","reason":"ruleMatched","properties":{"color":"green","max":5}}]}
      """)
    let flag = try #require(answer.flags.first)
    #expect(answer.epoch == 3)
    #expect(answer.revision == 42)
    #expect(!answer.isPartial)
    #expect(flag.key == "new_checkout")
    #expect(flag.isEnabled)
    #expect(flag.ruleId == "r_1a2b3c4d")
    #expect(flag.variation == "on")
    #expect(flag.reason == .ruleMatched)
    #expect(flag.origin == .remote)
    #expect(flag.epoch == 3)
    #expect(flag.revision == 42)
    #expect(flag.properties == ["color": "green", "max": 5])
  }

  @Test func aKilledFlagHasAnEmptyRule() throws {
    let answer = try parse(
      #"{"flags":[{"key":"a","isEnabled":false,"ruleId":"","variation":"off","reason":"killed","properties":{}}]}"#)
    #expect(answer.flags.first?.ruleId == "")
    #expect(answer.flags.first?.reason == .killed)
  }

  @Test func aBrokenFlagSpoilsNoOther() throws {
    let answer = try parse(
      #"{"flags":[{"key":"bad","reason":"malformed"},{"key":"a","isEnabled":true,"ruleId":"default","variation":"on","reason":"default"}]}"#
    )
    #expect(answer.flags.map(\.key) == ["a"])
    #expect(answer.malformed == ["bad"])
  }

  @Test func whatANewerServerAddsIsIgnored() throws {
    let answer = try parse(
      """
      {"later":[1],"flags":[{"key":"a","kind":"someday","isEnabled":true,"ruleId":"r","variation":"on","reason":"someNewReason",
       "properties":{},"weight":{"x":1}}],"epoch":1,"revision":1,"partial":false}
      """)
    #expect(answer.flags.first?.reason == FlagReason(rawValue: "someNewReason"))
  }

  @Test func anEmptySetIsAnAnswer() throws {
    #expect(try parse(#"{"epoch":1,"revision":7,"partial":false,"flags":[]}"#).flags.isEmpty)
  }

  @Test func aPartialAnswerNamesWhatIsUndecided() throws {
    let answer = try parse(#"{"epoch":1,"revision":7,"partial":true,"undecided":["b","c"],"flags":[]}"#)
    #expect(answer.isPartial)
    #expect(answer.undecided == ["b", "c"])
  }

  @Test(arguments: [
    ("", "not JSON"), ("<html>sign in</html>", "not JSON"), ("[]", "an array, not an object"), ("null", "null, not"),
    ("{}", "flags is missing"), (#"{"flags":null}"#, "flags is missing"),
    (#"{"flags":{}}"#, "flags is an object, not an array"), (#"{"flags":"on"}"#, "flags is a string"),
    (#"{"flags":[1,2]}"#, "flags[0] is a number, not an object"),
    (#"{"flags":[{"key":"a","reason":"malformed"},[]]}"#, "flags[1] is an array, not an object"),
    (#"{"flags":[{}]}"#, "flags[0].key is missing"), (#"{"flags":[{"key":1}]}"#, "flags[0].key is a number"),
    (#"{"flags":[{"key":"a"}]}"#, "flags[0].reason is missing"),
    (#"{"flags":[{"key":"a","reason":"default"}]}"#, "flags[0].isEnabled is missing"),
    (#"{"flags":[{"key":"a","reason":"default","isEnabled":1}]}"#, "flags[0].isEnabled is a number, not a boolean"),
    (#"{"flags":[{"key":"a","reason":"default","isEnabled":true}]}"#, "flags[0].ruleId is missing"),
    (#"{"flags":[{"key":"a","reason":"default","isEnabled":true,"ruleId":"r"}]}"#, "flags[0].variation is missing"),
    (
      #"{"flags":[{"key":"a","reason":"x","isEnabled":true,"ruleId":"r","variation":"on","properties":[]}]}"#,
      "flags[0].properties is an array, not an object"
    ),
    (#"{"flags":[],"revision":"7"}"#, "revision is a string, not an integer"),
    (#"{"flags":[],"epoch":1.5}"#, "epoch is a number, not an integer"),
    (#"{"flags":[],"revision":1e300}"#, "revision is a number, not an integer"),
    (#"{"flags":[],"partial":0}"#, "partial is a number, not a boolean"),
    (#"{"flags":[],"undecided":[1]}"#, "undecided[0] is a number, not a string"),
    (#"{"flags":[]}}"#, "not JSON"), (#"{"flags":["#, "not JSON"),
  ])
  func anOddAnswerIsUnusableAsAWhole(_ text: String, _ reason: String) throws {
    let error = #expect(throws: UnusableAnswer.self) { try parse(text) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func anAnswerThatIsTooLargeIsRefused() {
    let text = #"{"flags":[]}"# + String(repeating: " ", count: ServerAnswer.maximumBytes)
    #expect(throws: UnusableAnswer.self) { try parse(text) }
  }

  @Test func deepNestingIsRefusedAndDoesNotTrap() {
    let text = #"{"flags":"# + String(repeating: "[", count: 100_000)
    #expect(throws: UnusableAnswer.self) { try parse(text) }
  }

  @Test func randomBytesNeverTrap() {
    var generator = SeededGenerator(seed: 7)
    let valid = JSONValue.answer(flags: [.flag("a", properties: ["x": [1, "y", nil, true]])]).serialized()
    for _ in 0..<5_000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? ServerAnswer(parsing: bytes, origin: .remote)
    }
  }

  @Test func whatIsWrittenIsReadBackTheSame() throws {
    let flags: [JSONValue] = [
      .flag(
        "a",
        properties: [
          "yes": true, "int": 3, "float": 3.5, "big": 9_007_199_254_740_992, "deep": [1, nil, ["x": [false]]],
        ]),
      .flag("b", false, rule: "", reason: "killed"),
      .flag("\u{E9}", rule: "default", variation: "control", reason: "default"),
      ["key": "bad", "reason": "malformed"],
    ]
    let answer = try ServerAnswer(json: .answer(epoch: 2, revision: 9, flags: flags), origin: .remote)
    let again = try ServerAnswer(json: JSONValue(parsing: answer.json.serialized()), origin: .remote)
    #expect(again.flags == answer.flags)
    #expect(again.malformed == ["bad"])
    #expect(again.epoch == 2)
    #expect(again.revision == 9)
  }
}
