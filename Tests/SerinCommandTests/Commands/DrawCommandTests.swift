import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct DrawCommandTests {
  /// Salts, units and numbers worked out with firebase-admin 7.7.0, whose percentages use the same draw.
  private static let figures: [(String, String, String)] = [
    ("abcdef", "user-1", "96165849"), ("seed-1", "user-3", "27378145"), ("キー", "12345", "92592438"),
    ("", "a", "56493499"), ("experiment_42", "f47ac10b-58cc-4372-a567-0e02b2c3d479", "90288997"),
    ("abcdef", "日本語ユーザー", "73143143"), ("", "a b c", "68263739"),
    ("experiment_42", "user.with.dots:and:colons", "6807214"),
  ]

  @Test(arguments: figures)
  func numberIsPrintedAlone(salt: String, unit: String, number: String) async throws {
    let outcome = try await run(["draw", "--salt", salt, "--unit", unit])
    #expect(outcome == Outcome(code: 0, output: number + "\n", messages: ""))
  }

  @Test func documentSaysWhatWasDrawn() async throws {
    let outcome = try await run(["draw", "--json", "--salt", "abcdef", "--unit", "user-1"])
    #expect(try outcome.document() == ["salt": "abcdef", "unit": "user-1", "number": 96_165_849])
  }

  @Test func bytesDecideNotTheLooks() async throws {
    let composed = try await run(["draw", "--salt", "s", "--unit", "\u{E9}"])
    let decomposed = try await run(["draw", "--salt", "s", "--unit", "e\u{301}"])
    #expect(composed.output != decomposed.output)
  }

  @Test(arguments: [
    (["draw", "--salt", "s"], "--unit is missing: serin draw --salt TEXT --unit ID [options]"),
    (["draw", "--unit", "u"], "--salt is missing: serin draw --salt TEXT --unit ID [options]"),
    (["draw", "--salt", "s", "--unit", ""], "--unit: an empty id is no id; it is never drawn"),
  ])
  func bothTextsAreNeeded(words: [String], message: String) async throws {
    let outcome = try await run(words)
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: " + message))
  }
}
