import SerinFlags
import Testing

/// What the draw of another system cannot do exactly is refused when it is written; a reader takes it as the source does.
@Suite struct DrawRefusalTests {
  private func issues(of rule: JSONObject) -> [String] {
    var rule = rule
    rule["id"] = "r_00000001"
    let json = Samples.flag(rules: [.object(rule)])
    #expect(throws: Never.self) { try FlagDefinition(json: json, key: "f", mode: .read) }
    do throws(DocumentError) {
      _ = try FlagDefinition(json: json, key: "f", mode: .write)
      return []
    } catch {
      return error.issues.map(\.description)
    }
  }

  @Test(arguments: [
    ("unleash", 2.5, "2.5 is finer than the draw unleash, which counts in whole percents"),
    ("eppo", 0.001, "0.001 is finer than the draw eppo, which counts in hundredths of a percent"),
    ("launchDarkly", 0.001, nil), ("sha256", 0.000001, nil),
  ])
  func percentagesFinerThanTheDraw(draw: String, percent: Double, message: String?) {
    let rollout: JSONValue = ["percent": .number(percent), "salt": "s", "draw": .string(draw)]
    #expect(
      issues(of: ["rollout": rollout, "serve": "on"])
        == (message.map { ["flags.f.rules[0].rollout.percent: \($0)"] } ?? []))
    #expect(
      issues(of: ["when": ["percent": rollout], "serve": "on"])
        == (message.map { ["flags.f.rules[0].when.percent.percent: \($0)"] } ?? []))
  }

  @Test(arguments: [
    ("configCat", [60, 60], "the weights add up to 120; the draw configCat takes at most 100"),
    ("flagd", [0.5, 1], "the weights are not all whole numbers, which the draw flagd needs"),
    ("configCat", [60, 40], nil), ("sha256Prefix", [60, 60], nil),
  ])
  func weightsThatTheDrawCannotDivideBy(draw: String, weights: [Double], message: String?) {
    let arms = zip(["on", "off"], weights).map { name, weight -> JSONValue in
      ["variation": .string(name), "weight": .number(weight)]
    }
    let split: JSONValue = ["split": .array(arms), "salt": "s", "draw": .string(draw)]
    #expect(issues(of: ["serve": split]) == (message.map { ["flags.f.rules[0].serve.split: \($0)"] } ?? []))
  }
}
