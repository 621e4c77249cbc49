import SerinFlags
import Store
import TestRandom
import Testing

@testable import Server

@Suite struct PreviewTests {
  /// A flag that is on for so many of a hundred.
  private static func rollout(_ key: String, _ percent: Int, more: String = "") -> String {
    FlagText.flag(key, rollout: #""rollout":{"percent":\#(percent),"by":"userID","salt":"s-\#(key)"},"#, more: more)
  }

  private static func rules(_ key: String, _ percent: Int) -> JSONObject {
    [
      "rules": [
        [
          "id": "r_00000001", "serve": "on",
          "rollout": ["percent": .number(Double(percent)), "by": "userID", "salt": .string("s-\(key)")],
        ]
      ]
    ]
  }

  private static let newCheckoutOnForFrance: JSONObject = [
    "rules": [
      [
        "id": "r_00000001", "name": "germany", "serve": "on",
        "when": ["attribute": "country", "op": "equals", "value": "FR"],
      ]
    ]
  ]

  @Test func wideningARolloutChangesExactlyThoseWhoAreDrawnThen() async throws {
    let bench = try await ImpactBench()
    try await bench.apply(Self.rollout("a", 10))
    try bench.see(users: 0..<1000)
    let impact = try await bench.preview(ImpactBench.edit("a", Self.rules("a", 20)))
    let draws = (0..<1000).map { Draw.number(salt: "s-a", unit: "user-\($0)") }
    let newcomers = Set((0..<1000).filter { (10_000_000..<20_000_000).contains(draws[$0]) }.map { "user-\($0)" })
    let flag = try #require(impact["a"])
    #expect(impact.contexts.count == 1000)
    #expect(flag.changed == newcomers.count)
    #expect(flag.unchanged == 1000 - newcomers.count)
    #expect(flag.undecided == 0)
    #expect(newcomers.count > 60 && newcomers.count < 140)
    let transition = try #require(flag.transitions.first)
    #expect(flag.transitions.count == 1)
    #expect(transition.from?.isEnabled == false)
    #expect(transition.to?.isEnabled == true)
    #expect(transition.to?.ruleID == "r_00000001")
    #expect(transition.examples.count == 3)
    for place in transition.examples { #expect(newcomers.contains(impact.contexts[place].userID ?? "")) }
  }

  @Test func whatIsCountedIsWhatComesOfTheChange() async throws {
    let bench = try await ImpactBench()
    try await bench.apply(
      [Self.rollout("a", 30), FlagText.flag("b", requiring: "a"), FlagText.flag("c", when: #"{"segment":"s"}"#)]
        .joined(separator: ","), segments: #""s":{"flag":"a","serves":"on"}"#)
    try bench.see(users: 0..<200)
    var random = SeededGenerator(seed: 11)
    for step in 0..<12 {
      let key = ["a", "b", "c", "new_checkout"].randomElement(using: &random) ?? "a"
      let operation: PlannedOperation =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .setKilled(Bool.random(using: &random), flag: key)
        case 1: ImpactBench.edit("a", Self.rules("a", Int.random(in: 0...100, using: &random)))
        case 2: ImpactBench.edit(key, ["default": ["on", "off"].randomElement(using: &random) ?? "on"])
        default: try ImpactBench.applying("", segments: #""s":{"list":["user-\#(step)"]}"#)
        }
      let keys = ["a", "b", "c", "new_checkout", "welcome_text"]
      let impact = try await bench.preview(operation)
      let before = try keys.map { key in try impact.contexts.map { try bench.answer(key, $0) } }
      try await bench.plans.flags.perform(
        operation, in: bench.plans.place(), by: bench.plans.person("editor"), reason: "")
      let after = try keys.map { key in try impact.contexts.map { try bench.answer(key, $0) } }
      for (index, key) in keys.enumerated() {
        let changed = zip(before[index], after[index]).count { $0 != $1 }
        #expect(impact[key]?.changed ?? 0 == changed, "\(key)")
      }
    }
  }

  @Test func withoutContextsNothingIsKnownAndThatIsNotNoImpact() async throws {
    let bench = try await ImpactBench()
    let impact = try await bench.preview(.setKilled(true, flag: "welcome_text"))
    #expect(!impact.isKnown)
    let json = impact.json(showsContexts: true)
    #expect(json["known"] == false)
    #expect(json["contexts"] == 0)
    #expect(json["sampledSince"] == .null)
    #expect(json["summary"]?["contexts"] == .null)
    #expect(json["summary"]?["share"] == .null)
    #expect(json["summary"]?["text"]?.stringValue?.hasSuffix("the impact is unknown") == true)
    let flag = json["flags"]?.arrayValue?.first
    #expect(flag?["flag"] == "welcome_text")
    for member in ["changed", "unchanged", "undecided", "share", "otherTransitions"] { #expect(flag?[member] == .null) }
  }

  @Test func contextsOfAnotherEnvironmentTellNothing() async throws {
    let bench = try await ImpactBench()
    try bench.see(users: 0..<5, in: "staging")
    #expect(try await !bench.preview(.setKilled(true, flag: "welcome_text")).isKnown)
  }

  @Test func flagsThatDependOnTheChangedOneAreCountedToo() async throws {
    let bench = try await ImpactBench()
    try await bench.apply(
      [
        FlagText.flag("a"), FlagText.flag("b", requiring: "a"), FlagText.flag("c", requiring: "b"),
        FlagText.flag("d", when: #"{"segment":"outer"}"#), FlagText.flag("e"),
      ].joined(separator: ","), segments: #""inner":{"flag":"a","serves":"on"},"outer":{"segment":"inner"}"#)
    try bench.see(users: 0..<40)
    let impact = try await bench.preview(.setKilled(true, flag: "a"))
    #expect(impact.changes == ["a": 40, "b": 40, "c": 40, "d": 40])
    #expect(impact.flags.filter(\.isWritten).map(\.key) == ["a"])
    #expect(impact.changedContexts == 40)
  }

  @Test func aSegmentThatChangesIsFollowedToEveryFlagThatUsesIt() async throws {
    let bench = try await ImpactBench()
    try await bench.apply(
      [FlagText.flag("a", when: #"{"segment":"beta"}"#), FlagText.flag("b", when: #"{"not":{"segment":"beta"}}"#)]
        .joined(separator: ","), segments: #""beta":{"list":["user-1"]}"#)
    try bench.see(users: 0..<20)
    let impact = try await bench.preview(
      ImpactBench.applying("", segments: #""beta":{"list":["user-1","user-2"]}"#))
    #expect(impact.changes == ["a": 1, "b": 1])
    #expect(impact.flags.allSatisfy { !$0.isWritten })
    #expect(impact["a"]?.transitions.first?.examples.map { impact.contexts[$0].userID } == ["user-2"])
  }

  @Test func aNewFlagComesFromNothingAndAnArchivedOneGoesThere() async throws {
    let bench = try await ImpactBench()
    try bench.see(users: 0..<10)
    let document = try JSONValue(parsing: Array(#"{"kind":"release","owner":"w","default":"on"}"#.utf8))
    let created = try await bench.preview(.create(flag: "fresh", document: document))
    #expect(created["fresh"]?.transitions.first?.from == nil)
    #expect(created["fresh"]?.transitions.first?.to?.isEnabled == true)
    #expect(created["fresh"]?.changed == 10)
    let archived = try await bench.preview(.setArchived(true, flag: "welcome_text"))
    #expect(archived["welcome_text"]?.transitions.first?.to == nil)
    #expect(archived["welcome_text"]?.changed == 10)
    try await bench.plans.flags.setArchived(
      true, "welcome_text", in: bench.plans.place().project, by: bench.plans.person("admin"), reason: "")
    let back = try await bench.preview(.setArchived(false, flag: "welcome_text"))
    #expect(back["welcome_text"]?.transitions.first?.from == nil)
    #expect(back["welcome_text"]?.transitions.first?.to?.variation == "on")
  }

  @Test func aVersionAndAPromotionAreLookedAtAsEditsAre() async throws {
    let bench = try await ImpactBench()
    let first = try await bench.plans.flag().versions
    try await bench.plans.edit(Self.newCheckoutOnForFrance)
    try bench.see(users: 0..<10)
    try bench.see(users: 0..<4, in: "staging")
    let restored = try await bench.preview(.restore(flag: "new_checkout", first))
    #expect(restored["new_checkout"]?.transitions.count ?? 0 >= 2)
    #expect(restored["new_checkout"]?.changed ?? 0 >= 10)
    let promotion = PlannedPromotion(
      from: "production", flags: ["new_checkout"], parts: Set(Promotion.Part.allCases), bringsSegments: false)
    let promoted = try await bench.preview(.promote(promotion), in: "staging")
    #expect(promoted["new_checkout"]?.changed == 2)
    #expect(promoted.contexts.count == 4)
  }

  @Test func answersThatDependOnBehaviourAreNeitherChangedNorUnchanged() async throws {
    let bench = try await ImpactBench()
    try await bench.apply(
      FlagText.flag("a", when: #"{"all":[{"attribute":"country","op":"equals","value":"DE"},{"segment":"saw"}]}"#),
      segments: #""saw":{"behaviour":{"seen":"welcome_text","withinDays":30}}"#)
    try bench.see(users: 0..<10)
    let flag = try #require(try await bench.preview(ImpactBench.edit("a", ["default": "on"]))["a"])
    #expect(flag.undecided == 5)
    #expect(flag.changed == 5)
    #expect(flag.unchanged == 0)
  }

  @Test func aChangeOfWordsChangesNoAnswer() async throws {
    let bench = try await ImpactBench()
    try bench.see(users: 0..<10)
    let impact = try await bench.preview(ImpactBench.edit("welcome_text", ["owner": "somebody else"]))
    #expect(impact.changedContexts == 0)
    #expect(impact.text == "the operation changes nothing in this environment")
    let nothing = try await bench.preview(.setKilled(false, flag: "welcome_text"))
    #expect(nothing.flags.isEmpty)
    #expect(nothing.isKnown)
  }

  @Test func contextsWithoutAUnitCount() async throws {
    let bench = try await ImpactBench()
    try bench.see((0..<6).map { FlagContext(attributes: ["country": $0 < 2 ? "DE" : "FR", "n": .number(Double($0))]) })
    let impact = try await bench.preview(.setKilled(true, flag: "new_checkout"))
    #expect(impact["new_checkout"]?.changed == 6)
    #expect(impact["new_checkout"]?.transitions.map(\.count).sorted() == [2, 4])
  }

  @Test func manyFlagsMeanFewerContextsAndNeverFewerFlags() async throws {
    let bench = try await ImpactBench()
    try bench.see(users: 0..<50)
    let planned = try await bench.planned(
      ImpactBench.applying(["a", "b", "c"].map { FlagText.flag($0) }.joined(separator: ",")))
    let seen = try await bench.contexts.contexts(in: bench.plans.place().environment)
    let impact = Impact(of: planned, over: seen, at: bench.plans.keeper.now, maximumEvaluations: 60)
    #expect(impact.contexts.count == 20)
    #expect(impact.changes == ["a": 20, "b": 20, "c": 20])
  }

  @Test func moreWaysToChangeThanAreListedAreCounted() async throws {
    let bench = try await ImpactBench()
    let rules = (0..<25).map { number in
      """
      {"id":"r_000000\(10 + number)","when":{"attribute":"n","op":"=","value":\(number)},"serve":"on"}
      """
    }
    try await bench.apply(
      #""many":{"kind":"release","owner":"w","rules":[\#(rules.joined(separator: ","))]}"#)
    try bench.see((0..<25).map { FlagContext(userID: "u\($0)", attributes: ["n": .number(Double($0))]) })
    let impact = try await bench.preview(.setKilled(true, flag: "many"))
    let flag = impact.json(showsContexts: true)["flags"]?.arrayValue?.first
    #expect(flag?["transitions"]?.arrayValue?.count == 20)
    #expect(flag?["otherTransitions"] == 5)
  }
}
