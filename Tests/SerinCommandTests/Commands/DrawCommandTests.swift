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
    #expect(
      try outcome.document() == [
        "salt": "abcdef", "unit": "user-1", "algorithm": "sha256", "purpose": "rollout", "number": 96_165_849,
        "range": 100_000_000, "share": 96.165849,
      ])
  }

  /// Numbers of the systems' own packages; see the vectors of the draws.
  @Test(arguments: [
    ("unleash", "flag-a", "user-1", "number 72\nrange 100\nshare 72 %\n"),
    ("growthBook2", "flag-a", "user-1", "number 4852\nrange 10000\nshare 48.52 %\n"),
    ("configCat", "flag-a", "user-1", "number 73\nrange 100\nshare 73 %\n"),
    ("djb2", "checkout_redesign", "user-1", "number 49\nrange 100\nshare 49 %\n"),
    ("sha256Prefix", "new_checkout_enabled", "", "number 148\nrange 1000\nshare 14.8 %\n"),
    ("sha256", "abcdef", "user-1", "number 96165849\nrange 100000000\nshare 96.165849 %\n"),
  ])
  func drawsOfOtherSystemsShowTheirRange(algorithm: String, salt: String, unit: String, output: String) async throws {
    let outcome = try await run(["draw", "--algorithm", algorithm, "--salt", salt, "--unit", unit])
    #expect(outcome == Outcome(code: 0, output: output, messages: ""))
  }

  @Test(arguments: [
    (["--percent", "73"], "in 73 %"), (["--percent", "72"], "not in 72 %"),
    (["--weights", "334,333,333"], "weight 1 of 3"), (["--weights", "1,999"], "weight 2 of 2"),
  ])
  func decisionIsPrintedOnRequest(options: [String], line: String) async throws {
    let outcome = try await run(["draw", "--algorithm", "unleash", "--salt", "flag-a", "--unit", "user-1"] + options)
    #expect(outcome.code == 0)
    #expect(outcome.output.hasSuffix("\n\(line)\n"))
  }

  @Test func numbersOfSixtyBitsAreTextsInADocument() async throws {
    let words = ["draw", "--json", "--algorithm", "postHog", "--salt", "flag-a", "--unit", "user-1"]
    let document = try await run(words + ["--weights", "20,20"]).document()
    #expect(document["range"] == "1152921504606846976")
    #expect(document["number"]?.stringValue != nil)
    #expect(document["purpose"] == "split")
    #expect(document["arm"] == .null)
    #expect(try await run(words + ["--percent", "28.2"]).document()["isIn"] == true)
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
    (
      ["draw", "--salt", "s", "--unit", "u", "--algorithm", "md5"],
      "--algorithm: \"md5\" is not a draw; there are sha256, unleash, launchDarkly, growthBook1,"
    ),
    (["draw", "--salt", "s", "--unit", "u", "--purpose", "x"], "--purpose: \"x\" is not rollout or split"),
    (["draw", "--salt", "s", "--unit", "u", "--percent", "101"], "--percent: \"101\" is not a number from 0 to 100"),
    (["draw", "--salt", "s", "--unit", "u", "--weights", "1,,2"], "--weights: \"1,,2\" is not positive numbers"),
    (["draw", "--salt", "s", "--unit", "u", "--weights", "1,1e99"], "--weights: the weights are not"),
    (
      ["draw", "--salt", "s", "--unit", "u", "--weights", "1", "--percent", "1"],
      "--percent and --weights cannot be given together"
    ),
    (
      ["draw", "--salt", "s", "--unit", "u", "--weights", "1", "--purpose", "rollout"],
      "--weights: weights belong to a split, not to --purpose rollout"
    ),
    (
      ["draw", "--salt", "s", "--unit", "u", "--weights", "50,50", "--algorithm", "growthBook1"],
      "--weights: the weights add up to 100; the draw growthBook1 takes from 0.99 to 1.01"
    ),
  ])
  func wrongArgumentsAreNamed(words: [String], message: String) async throws {
    let outcome = try await run(words)
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: " + message))
  }
}
