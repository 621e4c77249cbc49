import Foundation
import SerinFlags
import TestRandom
import Testing

/// Faults that users of other systems have reported, each by its number among the collected reports.
@Suite struct FieldReportTests {
  /// EV-02: Swift's own hashes differ between processes, so nothing that draws may use them.
  @Test func noDrawUsesSwiftsHashes() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/SerinFlags/Draw").standardizedFileURL
    let enumerator = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in enumerator where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("hashValue") && !text.contains("Hasher") && !text.contains(".randomElement"), "\(file)")
      count += 1
    }
    #expect(count > 15)
  }

  /// EV-05: the worked example of the documentation, computed digit by digit.
  @Test func theWorkedExampleIsRight() {
    var remainder: UInt64 = 0
    for byte in SHA256.hash("s1.user-0".utf8) { remainder = (remainder * 256 + UInt64(byte)) % 100_000_000 }
    #expect(remainder == 11_584_512)
    #expect(Draw.number(salt: "s1", unit: "user-0") == 11_584_512)
  }

  /// EV-17: a draw that is not known is never "nobody".
  @Test func anUnknownDrawMakesItsFlagMalformedAndNoOther() throws {
    let rollout: JSONValue = ["percent": 50, "salt": "s", "draw": "sha256-v99"]
    let ruleset = try Samples.compiled([
      "f": Samples.flag(rules: [["id": "r_00000001", "rollout": rollout, "serve": "on"]]), "g": Samples.gate(),
      "h": Samples.gate(["percent": rollout]),
    ])
    #expect(ruleset.reason("f") == .malformed && ruleset.reason("h") == .malformed)
    let issues = try ruleset.issues(of: #require(ruleset["f"]))
    #expect(issues.first?.description.contains("`sha256-v99` is not a draw; allowed are sha256, ") == true)
    #expect(ruleset.isOn("g"))
  }

  /// EV-21: ids that are made for each installation share a percentage; one constant for all is nobody or everybody.
  @Test func freshInstallationsShareAPercentage() throws {
    var generator = SeededGenerator(seed: 21)
    let flag = try Samples.rollout(10)
    let on = (0..<1000).filter { _ in
      let id = String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
      return flag.evaluate(for: FlagContext(deviceID: id)).isEnabled
    }
    #expect(abs(on.count - 100) <= 30)
    let constant = Set((0..<1000).map { _ in flag.outcome(for: FlagContext(userID: "anonymous")) })
    #expect(constant.count == 1)
  }

  private static let typed: JSONValue = [
    "count": ["type": "number", "default": -1], "code": ["type": "string", "default": "007"],
    "price": ["type": "number", "default": 60_000], "ratio": ["type": "number", "default": 0.1],
  ]

  /// EV-25, EV-26: a value has its declared type wherever it is read, and is never turned into another one.
  @Test func aValueKeepsItsDeclaredType() throws {
    let json = Samples.gate(changes: ["properties": Self.typed])
    let document = try RulesetDocument(json: Samples.ruleset(["f": json]), mode: .write)
    let again = try RulesetDocument(
      json: JSONValue(parsing: document.json.serialized(), options: .control), mode: .read)
    for ruleset in [CompiledRuleset(document), CompiledRuleset(again)] {
      let evaluation = try #require(ruleset.evaluate("f", for: FlagContext()))
      #expect(evaluation.properties == ["count": -1, "code": "007", "price": 60_000, "ratio": 0.1])
      #expect(evaluation.json["properties"]?.text() == #"{"code":"007","count":-1,"price":60000,"ratio":0.1}"#)
    }
    for (name, value) in [("count", "-1"), ("code", 7)] as [(String, JSONValue)] {
      let edited = json.replacing("properties.\(name).default", with: value)
      #expect(throws: DocumentError.self) { try FlagDefinition(json: edited, key: "f", mode: .write) }
      #expect(CompiledFlag(FlagEntry(reading: edited, key: "f")).evaluate(for: FlagContext()).reason == .malformed)
    }
  }

  /// EV-31: a flag with an operator of a later version is malformed; its neighbours and dependents go on.
  @Test func aLaterOperatorConcernsOnlyItsFlag() throws {
    let future: JSONValue = ["attribute": "a", "op": "future_op", "value": 1]
    let ruleset = try Samples.compiled([
      "f": Samples.gate(Samples.any(Samples.isEqual("a", "x"), future)), "g": Samples.gate(),
      "h": Samples.gate(Samples.not(Samples.serves("f", "on"))),
    ])
    let context = FlagContext(userID: "u", attributes: ["a": "x"])
    #expect(ruleset.reason("f", for: context) == .malformed)
    #expect(ruleset.isOn("g", for: context) && ruleset.reason("h", for: context) == .noRule)
  }

  /// EV-36: a segment without conditions is refused when it is written, and is nobody's where a reader meets it.
  @Test func aSegmentWithoutConditionsIsNobodys() throws {
    for condition in [["any": []], [:]] as [JSONValue] {
      #expect(throws: DocumentError.self) { try SegmentDefinition(json: condition, key: "s", mode: .write) }
    }
    let ruleset = try Samples.compiled(
      ["f": Samples.gate(Samples.segment("s")), "g": Samples.gate(Samples.segment("t"))],
      segments: ["s": ["any": []], "t": [:]])
    let evaluation = try #require(ruleset.evaluate("f", for: FlagContext(userID: "alice")))
    #expect(evaluation.reason == .noRule && evaluation.ruleId == "default")
    #expect(ruleset.reason("g") == .malformed)
  }
}
