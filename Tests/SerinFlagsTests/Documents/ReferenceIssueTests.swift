import SerinFlags
import Testing

/// What is refused of references between flags and segments when a ruleset is written.
@Suite struct ReferenceIssueTests {
  private static let x = Samples.isEqual("a", "x")

  /// The problems of a document, which are also those that the writer is told.
  private func problems(_ flags: JSONObject, segments: JSONObject = [:], isWhole: Bool = true) throws -> [String] {
    let json = Samples.ruleset(flags).replacing("segments", with: .object(segments))
    let read = try RulesetDocument(json: json, mode: .read)
    let issues = read.referenceIssues(isWhole: isWhole)
    do throws(DocumentError) {
      _ = try RulesetDocument(json: json, mode: .write, isWhole: isWhole)
      #expect(issues.isEmpty)
    } catch {
      #expect(error.issues == issues)
    }
    return issues.map(\.description)
  }

  @Test func soundReferencesAreAccepted() throws {
    let flags: JSONObject = [
      "a": Samples.gate(Samples.segment("s"), requires: [Samples.enabled("b"), Samples.serves("c", "on")]),
      "b": Samples.gate(Samples.any(Samples.serves("c", "off"), Self.x), requires: [Samples.enabled("c", false)]),
      "c": Samples.gate(),
    ]
    let seen: JSONValue = ["behaviour": ["seen": "a", "withinDays": 30]]
    // That somebody has seen a flag does not make the segment depend on it.
    #expect(try problems(flags, segments: ["s": Samples.any(Samples.segment("t"), seen), "t": Self.x]).isEmpty)
  }

  @Test func whatIsNotInTheDocumentIsNamedWithItsPath() throws {
    let deep = Samples.all(Self.x, Samples.any(Self.x, Samples.not(Samples.segment("nope"))))
    let flags: JSONObject = [
      "a": Samples.gate(deep, requires: [Samples.enabled("b"), Samples.enabled("gone")]),
      "b": Samples.gate(Samples.not(Samples.serves("lost", "on"))),
    ]
    let segments: JSONObject = [
      "s": Samples.any(Self.x, ["behaviour": ["seen": "never", "withinDays": 30]]),
      "t": Samples.all(Samples.segment("nowhere"), Samples.serves("lost", "on")),
    ]
    let expected = [
      "flags.a.prerequisites[1].flag: `gone` is not a flag of this ruleset",
      "flags.a.rules[0].when.all[1].any[1].not.segment: `nope` is not a segment of this ruleset",
      "flags.b.rules[0].when.not.flag: `lost` is not a flag of this ruleset",
      "segments.s.any[1].behaviour.seen: `never` is not a flag of this ruleset",
      "segments.t.all[0].segment: `nowhere` is not a segment of this ruleset",
      "segments.t.all[1].flag: `lost` is not a flag of this ruleset",
    ]
    #expect(try problems(flags, segments: segments) == expected)
    // A part of a ruleset may refer to what is elsewhere.
    #expect(try problems(flags, segments: segments, isWhole: false).isEmpty)
  }

  @Test func aVariationThatTheOtherFlagDoesNotHaveIsNamed() throws {
    let flags: JSONObject = [
      "a": Samples.gate(
        Samples.serves("b", "medium"), requires: [Samples.serves("b", "On"), Samples.serves("b", "on")]),
      "b": Samples.gate(),
    ]
    let expected = [
      "flags.a.prerequisites[0].serves: `On` is not a variation of `b`; it has off, on",
      "flags.a.rules[0].when.serves: `medium` is not a variation of `b`; it has off, on",
    ]
    #expect(try problems(flags, segments: ["s": Samples.serves("b", "on")]) == expected)
    #expect(try problems(flags, isWhole: false) == expected)
  }

  /// EV-34: a cycle is named by the way around it, at every entrance.
  @Test func aCycleIsNamedByItsWay() throws {
    let first: JSONObject = [
      "a": Samples.gate(requires: [Samples.enabled("b")]), "b": Samples.gate(requires: [Samples.enabled("a")]),
      "c": Samples.gate(requires: [Samples.enabled("a")]), "d": Samples.gate(Samples.serves("d", "on")),
    ]
    let expected = [
      "flags.a.prerequisites[0].flag: makes a cycle: a -> b -> a",
      "flags.d.rules[0].when.flag: makes a cycle: d -> d",
    ]
    #expect(try problems(first) == expected)
    #expect(try problems(first, isWhole: false) == expected)
  }

  @Test func aCycleMayRunThroughConditionsAndSegments() throws {
    let flags: JSONObject = [
      "a": Samples.gate(requires: [Samples.enabled("x"), Samples.enabled("b")]),
      "b": Samples.gate(Samples.all(Self.x, Samples.segment("outer"))), "x": Samples.gate(),
    ]
    let segments: JSONObject = [
      "outer": Samples.any(Samples.segment("inner"), Self.x), "inner": Samples.not(Samples.serves("a", "on")),
    ]
    #expect(
      try problems(flags, segments: segments) == [
        "flags.a.prerequisites[1].flag: makes a cycle: a -> b -> segment outer -> segment inner -> a"
      ])
    #expect(
      try problems([:], segments: ["s": Samples.segment("t"), "t": Samples.any(Self.x, Samples.segment("s"))]) == [
        "segments.s.segment: makes a cycle: segment s -> segment t -> segment s"
      ])
  }

  @Test func theShortestCycleOfAKnotIsNamed() throws {
    let flags: JSONObject = [
      "a": Samples.gate(requires: [Samples.enabled("b"), Samples.enabled("c")]),
      "b": Samples.gate(requires: [Samples.enabled("d")]), "c": Samples.gate(requires: [Samples.enabled("a")]),
      "d": Samples.gate(requires: [Samples.enabled("c"), Samples.enabled("b")]),
    ]
    #expect(try problems(flags) == ["flags.a.prerequisites[1].flag: makes a cycle: a -> c -> a"])
  }

  /// Un-killing or unarchiving must not close a cycle.
  @Test func killedAndArchivedFlagsCountAsAnyOther() throws {
    for change in ["killed", "archived"] {
      let changed = Samples.gate(requires: [Samples.enabled("a")], changes: [change: true])
      #expect(
        try problems(["a": Samples.gate(requires: [Samples.enabled("b")]), "b": changed]) == [
          "flags.a.prerequisites[0].flag: makes a cycle: a -> b -> a"
        ])
    }
    let archived = Samples.gate(changes: ["archived": true])
    #expect(try problems(["a": Samples.gate(requires: [Samples.enabled("b")]), "b": archived]).isEmpty)
  }

  @Test func segmentsThatAreTooDeepAreRefused() throws {
    func chain(_ depth: Int) -> JSONObject {
      var segments: JSONObject = ["s00": Self.x]
      for index in 1..<depth {
        let (name, below) = ("s\(index / 10)\(index % 10)", "s\((index - 1) / 10)\((index - 1) % 10)")
        segments[name] = Samples.not(Samples.segment(below))
      }
      return segments
    }
    #expect(try problems([:], segments: chain(32)).isEmpty)
    #expect(
      try problems([:], segments: chain(40)) == [
        "segments.s32: holds segments within segments more than 32 deep"
      ])
  }

  @Test func keysAreTheirBytes() throws {
    let document = RulesetDocument(flags: [
      FlagEntry(FlagDefinition(key: "\u{E9}", kind: .ops)),
      FlagEntry(FlagDefinition(key: "f", kind: .ops, prerequisites: [Prerequisite(flag: "e\u{301}")])),
    ])
    #expect(document.referenceIssues().map(\.path) == ["flags.f.prerequisites[0].flag"])
  }

  @Test func referencesAreListedBehindTheOtherProblems() throws {
    let unsound = Samples.gate(requires: [Samples.enabled("gone")]).replacing("owner", with: nil)
    let json = Samples.ruleset([
      "a": unsound, "b": Samples.gate(requires: [Samples.enabled("gone"), Samples.enabled("a")]),
    ])
    let error = #expect(throws: DocumentError.self) { try RulesetDocument(json: json, mode: .write) }
    #expect(error?.issues.map(\.path) == ["flags.a.owner", "flags.b.prerequisites[0].flag"])
    #expect(throws: Never.self) { try RulesetDocument(json: json, mode: .read) }
  }

  /// A server compares what is wrong before and after a change.
  @Test func aChangeBringsInOnlyItsOwnProblems() throws {
    var document = try Samples.document([
      "a": Samples.gate(requires: [Samples.enabled("gone")]), "b": Samples.gate(requires: [Samples.enabled("c")]),
      "c": Samples.gate(),
    ])
    let before = document.referenceIssues()
    document.flags[2] = FlagEntry(
      reading: Samples.gate(Samples.segment("s"), requires: [Samples.enabled("b")]), key: "c")
    let new = document.referenceIssues().filter { !before.contains($0) }
    #expect(
      new.map(\.description) == [
        "flags.c.rules[0].when.segment: `s` is not a segment of this ruleset",
        "flags.b.prerequisites[0].flag: makes a cycle: b -> c -> b",
      ])
  }

  @Test func anUnsoundGraphIsFoundExactlyWhereTheEvaluatorMeetsOne() throws {
    var random = RandomRulesets(seed: 77)
    for _ in 0..<500 {
      let document = try RulesetDocument(json: random.document(), mode: .read)
      let issues = document.referenceIssues(isWhole: false)
      // Without killed, archived and malformed flags, a flag answers `cycle` only where a cycle is named.
      let ruleset = CompiledRuleset(document)
      let answers = ruleset.evaluateAll(for: FlagContext(), at: CompiledFlag.testTime).evaluations
      if answers.contains(where: { $0.reason == .cycle }) {
        #expect(issues.contains { $0.message.hasPrefix("makes a cycle") })
      }
    }
  }
}
