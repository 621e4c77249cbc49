import SerinFlags
import Testing

@testable import Server

@Suite struct ConstantAnswerTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  private static func answer(_ members: String) throws -> ConstantAnswer? {
    let own = members.isEmpty ? "" : "," + members
    let text = #"{"kind":"release","owner":"a"\#(own)}"#
    let document = try JSONValue(parsing: Array(text.utf8), options: .control)
    return try FlagDefinition(json: document, key: "f", mode: .read).constantAnswer(at: now)
  }

  private static func rule(_ members: String) -> String { #"{"id":"r_00000001","serve":"on"\#(members)}"# }

  private static let when = #","when":{"attribute":"country","op":"equals","value":"DE"}"#

  private static func rollout(_ percent: Double, _ members: String = "") -> String {
    #","rollout":{"percent":\#(percent),"salt":"s"\#(members)}"#
  }

  @Test(arguments: [
    ("", "off"), (#""default":"on""#, "on"), (#""default":"on","killed":true"#, "off"),
    (#""rules":[\#(rule(""))]"#, "on"), (#""rules":[\#(rule(rollout(100)))]"#, "on"),
    (#""rules":[\#(rule(rollout(0)))]"#, "off"),
    (#""default":"on","rules":[\#(rule(rollout(0, #","otherwise":"continue""#)))]"#, "on"),
    // A rule with conditions that serves what everybody gets anyway changes nothing.
    (#""default":"on","rules":[\#(rule(when))]"#, "on"),
    (#""default":"on","rules":[\#(rule(when + rollout(5, #","otherwise":"on""#)))]"#, "on"),
    // What stands behind a rule for everybody is never reached.
    (#""rules":[\#(rule("")),{"id":"r_00000002","serve":"off"}]"#, "on"),
    (#""rules":[{"id":"r_00000001","serve":{"split":[{"variation":"on","weight":1}],"salt":"s"}}]"#, "on"),
    (#""prerequisites":[{"flag":"g","enabled":true}]"#, "off"),
  ])
  func aFlagThatServesEverybodyTheSame(members: String, variation: String) throws {
    #expect(try Self.answer(members)?.variation == variation)
  }

  @Test(arguments: [
    #""rules":[\#(rule(when))]"#, #""rules":[\#(rule(rollout(50)))]"#, #""rules":[\#(rule(rollout(99.999999)))]"#,
    #""rules":[\#(rule(rollout(100, #","otherwise":"continue""#) + when))]"#,
    #""rules":[\#(rule(rollout(5, #","otherwise":"continue""#)))]"#,
    #""rules":[{"id":"r_00000001","serve":{"split":[{"variation":"on","weight":1},{"variation":"off","weight":1}],"salt":"s"}}]"#,
    #""default":"on","prerequisites":[{"flag":"g","enabled":true}]"#,
    // What is planned changes the answer one day.
    #""rules":[\#(rule(rollout(0, #","deadline":"2099-01-01T00:00:00Z""#)))]"#,
  ])
  func aFlagWhoseAnswerDependsOnWhoAsks(members: String) throws {
    #expect(try Self.answer(members) == nil)
  }

  @Test func aDeadlineThatHasPassedIsWhenItBecameSo() throws {
    let answer = try Self.answer(#""rules":[\#(Self.rule(Self.rollout(5, #","deadline":"2027-01-01T00:00:00Z""#)))]"#)
    #expect(answer == ConstantAnswer(variation: "on", deadline: 1_798_761_600_000))
  }
}
