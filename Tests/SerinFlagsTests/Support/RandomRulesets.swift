import SerinFlags
import TestRandom

/// Random rulesets whose flags and segments refer to each other, sometimes to what is not there, sometimes in circles.
struct RandomRulesets {
  var flags: RandomFlags

  init(seed: UInt64) {
    flags = RandomFlags(seed: seed)
  }

  static let flagKeys = ["a", "b", "c", "d", "e"]
  static let segmentKeys = ["s", "t", "u", "v"]
  static let digests = ["11", "22"]
  /// Events that may have happened.
  static let events = ["bought", "left"]
  private static let instants = ["2027-01-15T09:00:00Z", "2027-01-16T09:00:00Z", "2027-01-17T09:00:00Z"]

  /// A document as readers take it.
  mutating func document() -> JSONValue {
    var all: JSONObject = [:]
    for key in Self.flagKeys { all[key] = flag() }
    var segments: JSONObject = [:]
    for (index, key) in Self.segmentKeys.enumerated() where !flags.generator.oneIn(12) {
      segments[key] = segment(index)
    }
    return Samples.ruleset(all).replacing("segments", with: .object(segments))
  }

  mutating func flag() -> JSONValue {
    flags.links = RandomFlags.Links(segments: Self.segmentKeys, flags: Self.flagKeys + ["gone"], isSegment: false)
    var json = flags.flag()
    if flags.generator.oneIn(4) {
      let prerequisites = (0..<Int.random(in: 1...2, using: &flags.generator)).map { _ in prerequisite() }
      json = json.replacing("prerequisites", with: .array(prerequisites))
    }
    if flags.generator.oneIn(25) { json = json.replacing("archived", with: true) }
    if flags.generator.oneIn(30) { json = json.replacing("kind", with: "future") }
    return json
  }

  private mutating func prerequisite() -> JSONValue {
    let key = flags.generator.pick(Self.flagKeys + ["gone"])
    if flags.generator.oneIn(2) { return Samples.enabled(key, !flags.generator.oneIn(3)) }
    return Samples.serves(key, flags.generator.pick(["on", "off", "more"]))
  }

  /// A segment; it mostly uses later ones, so that most rulesets have no cycle of segments.
  mutating func segment(_ index: Int) -> JSONValue {
    if flags.generator.oneIn(40) { return ["quantum": 1] }
    let later = Array(Self.segmentKeys[(index + 1)...])
    let keys = flags.generator.oneIn(20) ? Self.segmentKeys + ["gone"] : later
    flags.links = RandomFlags.Links(segments: keys, flags: Self.flagKeys, isSegment: true)
    return flags.condition(depth: 2)
  }

  /// The lists that are there; now and then one is not.
  mutating func lists() throws -> [String: (ids: Set<String>, list: IDList)] {
    var lists: [String: (ids: Set<String>, list: IDList)] = [:]
    for digest in Self.digests where !flags.generator.oneIn(10) {
      let ids = Set(["alice", "bob", "é", "DE", "d-1", "1.2.3"].filter { _ in flags.generator.oneIn(2) })
      lists[digest] = (ids, try ListSamples.list(ids))
    }
    return lists
  }

  mutating func facts() -> [BehaviourFact: Bool] {
    var facts: [BehaviourFact: Bool] = [:]
    for event in Self.events where flags.generator.oneIn(2) {
      facts[Samples.fact(event)] = flags.generator.oneIn(2)
    }
    return facts
  }

  /// An instant before, between, on or after those in the documents.
  mutating func moment() -> Timestamp {
    let base = Timestamp(parsing: flags.generator.pick(Self.instants)) ?? .earliest
    return Timestamp(microseconds: base.microseconds + flags.generator.pick([-1, 0, 1]))
  }

  static func instant(using generator: inout SeededGenerator) -> JSONValue { .string(generator.pick(instants)) }
}

extension RandomFlags {
  /// What conditions may refer to.
  struct Links {
    var segments: [String]
    var flags: [String]
    var isSegment: Bool
  }

  /// A condition that looks beyond one attribute.
  mutating func reference(in links: Links) -> JSONValue {
    let kinds = links.isSegment ? 8 : 4
    switch Int.random(in: 0..<kinds, using: &generator) {
    case 0 where !links.segments.isEmpty: return Samples.segment(generator.pick(links.segments))
    case 1: return Samples.serves(generator.pick(links.flags), generator.pick(["on", "off", "more", "none"]))
    case 2:
      return [
        "now": generator.pick(["before", "after"]), "instant": RandomRulesets.instant(using: &generator),
      ]
    case 4: return Samples.did(generator.pick(RandomRulesets.events))
    case 5, 6:
      var listed: JSONObject = ["digest": .string(generator.pick(RandomRulesets.digests)), "count": 3]
      var list: JSONObject = ["list": generator.pick([["alice", "d-1"], [], ["DE", "é"]])]
      if generator.oneIn(3) {
        let attribute = JSONValue.string(generator.pick(Self.attributes))
        listed["by"] = attribute
        list["by"] = attribute
      }
      return generator.oneIn(2) ? .object(list) : ["listed": .object(listed)]
    default: return ["percent": rollout("condition", isCondition: true)]
    }
  }

  /// A rollout by any draw, on any attribute, perhaps with a deadline.
  mutating func rollout(_ salt: String, isCondition: Bool) -> JSONValue {
    var rollout: JSONObject = [
      "percent": generator.pick([0, 0.000001, 30, 50, 99.999999, 100]), "salt": .string(salt),
    ]
    if !isCondition, generator.oneIn(2) {
      rollout["otherwise"] = generator.pick(["continue", "off", "on", "more"])
    }
    if generator.oneIn(3) { rollout["by"] = .string(generator.pick(Self.attributes)) }
    guard links != nil else { return .object(rollout) }
    if generator.oneIn(3) { rollout["draw"] = .string(generator.pick(Array(DrawAlgorithm.allCases)).rawValue) }
    if generator.oneIn(5) { rollout["deadline"] = RandomRulesets.instant(using: &generator) }
    return .object(rollout)
  }
}
