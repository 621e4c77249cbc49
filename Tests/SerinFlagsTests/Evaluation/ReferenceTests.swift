import Testing

@testable import SerinFlags

/// The compiled evaluator against one that is written straight from the definitions.
@Suite struct ReferenceTests {
  /// One random ruleset with all that an evaluation needs.
  private struct Trial {
    let document: RulesetDocument
    let lists: [String: (ids: Set<String>, list: IDList)]

    var ruleset: CompiledRuleset { CompiledRuleset(document, lists: lists.mapValues(\.list)) }
  }

  private static func trial(_ random: inout RandomRulesets) throws -> Trial {
    Trial(document: try RulesetDocument(json: random.document(), mode: .read), lists: try random.lists())
  }

  /// 20,000 random contexts for 2,000 random documents; the parts run beside each other.
  @Test(arguments: 0..<4) func everyAnswerIsThatOfTheDefinitions(part: Int) throws {
    var random = RandomRulesets(seed: 9000 + UInt64(part))
    var reasons = Set<FlagReason>()
    for _ in 0..<500 {
      let trial = try Self.trial(&random)
      let ruleset = trial.ruleset
      for _ in 0..<10 {
        let (context, moment, facts) = (random.flags.context(), random.moment(), random.facts())
        let reference = ReferenceEvaluator(
          document: trial.document, lists: trial.lists.mapValues(\.ids), context: context, now: moment, facts: facts)
        let expected = reference.all()
        let answer = ruleset.evaluateAll(for: context, at: moment, facts: BehaviourAnswers(facts))
        guard answer.evaluations.map(\.key) == expected.keys.map(\.string).sorted() else {
          Issue.record("other flags are answered: \(trial.document.json.text())")
          return
        }
        for evaluation in answer.evaluations {
          guard let wanted = expected[ExactString(evaluation.key)], Self.isSame(evaluation, wanted) else {
            Issue.record(
              """
              \(evaluation.key) is \(evaluation.json.text()) and not \
              \(expected[ExactString(evaluation.key)]?.json.text() ?? "unknown") for \
              \(context.userID ?? "-") \(context.deviceID ?? "-") \
              \(JSONValue.object(context.attributes).text()) at \(moment) with \(facts.map { ($0.key.json.text(), $0.value) }) in \(trial.document.json.text())
              """)
            return
          }
          reasons.insert(evaluation.reason)
        }
      }
    }
    #expect(
      reasons == [.ruleMatched, .notDrawn, .noRule, .killed, .malformed, .prerequisiteFailed, .cycle, .undecided])
  }

  /// A killed flag that was not understood keeps what could be read of it; other tests look at that.
  private static func isSame(_ left: Evaluation, _ right: Evaluation) -> Bool {
    left == right
      || (left.reason == .killed && right.reason == .killed && right.kind == nil && left.variation == right.variation)
  }

  @Test func askingForOneForAllAndForTheReasonsGivesTheSame() throws {
    var random = RandomRulesets(seed: 9100)
    for _ in 0..<400 {
      let trial = try Self.trial(&random)
      let ruleset = trial.ruleset
      for _ in 0..<4 {
        let (context, moment) = (random.flags.context(), random.moment())
        let known = random.facts()
        let facts = BehaviourAnswers(known)
        let all = ruleset.evaluateAll(for: context, at: moment, facts: facts)
        for evaluation in all.evaluations {
          let key = evaluation.key
          #expect(ruleset.evaluate(key, for: context, at: moment, facts: facts) == evaluation)
          let explanation = try #require(ruleset.explain(key, for: context, at: moment, facts: facts))
          #expect(explanation.evaluation == evaluation)
          #expect(!explanation.lines.isEmpty && explanation.json["flag"] == .string(key))
        }
        Self.check(all, known: known, in: ruleset)
        // Once what was missing is known, nothing is undecided.
        var complete = known
        for fact in ruleset.factsNeeded() where complete[fact] == nil { complete[fact] = true }
        let later = ruleset.evaluateAll(for: context, at: moment, facts: BehaviourAnswers(complete))
        #expect(!later.isPartial && later.missingFacts.isEmpty)
        for (before, after) in zip(all.evaluations, later.evaluations) {
          #expect(before == after || before.reason == .undecided)
        }
      }
    }
  }

  private static func check(_ answer: RulesetAnswer, known: [BehaviourFact: Bool], in ruleset: CompiledRuleset) {
    #expect(Set(answer.missingFacts).count == answer.missingFacts.count)
    #expect(Set(answer.missingFacts).isSubset(of: ruleset.factsNeeded()))
    #expect(answer.missingFacts.allSatisfy { known[$0] == nil })
    #expect(answer.isPartial == !answer.undecidedKeys.isEmpty)
    for key in answer.undecidedKeys {
      #expect(!ruleset.factsNeeded(by: [key]).isDisjoint(with: answer.missingFacts))
    }
  }

  @Test func changesOneByOneGiveTheSameAsTheFinalDocument() throws {
    var random = RandomRulesets(seed: 9200)
    for _ in 0..<200 {
      let first = try Self.trial(&random)
      let last = try Self.trial(&random)
      var changes: [CompiledRuleset.Change] = last.document.flags.map { .flag($0) }
      changes += last.document.segments.map { .segment($0) }
      for segment in first.document.segments where !last.document.segments.contains(where: { $0.key == segment.key }) {
        changes.append(.noSegment(key: segment.key))
      }
      for digest in RandomRulesets.digests {
        changes.append(last.lists[digest].map { .list(digest: digest, $0.list) } ?? .noList(digest: digest))
      }
      changes.shuffle(using: &random.flags.generator)
      var oneByOne = first.ruleset
      for change in changes { oneByOne.apply([change]) }
      var atOnce = first.ruleset
      atOnce.apply(changes)
      let fresh = last.ruleset
      for _ in 0..<5 {
        let (context, moment) = (random.flags.context(), random.moment())
        let facts = BehaviourAnswers(random.facts())
        let expected = fresh.evaluateAll(for: context, at: moment, facts: facts)
        for ruleset in [oneByOne, atOnce] {
          let answer = ruleset.evaluateAll(for: context, at: moment, facts: facts)
          #expect(answer.evaluations == expected.evaluations)
          #expect(Set(answer.missingFacts) == Set(expected.missingFacts))
          #expect(ruleset.timeEpoch(at: moment) == fresh.timeEpoch(at: moment))
        }
      }
      #expect(oneByOne.factsNeeded() == fresh.factsNeeded())
      for key in fresh.keys {
        #expect(try oneByOne.issues(of: #require(oneByOne[key])) == fresh.issues(of: #require(fresh[key])))
      }
    }
  }

  @Test func theOrderOfTheDocumentsMembersChangesNothing() throws {
    var random = RandomRulesets(seed: 9300)
    for _ in 0..<150 {
      let json = random.document()
      let lists = try random.lists().mapValues(\.list)
      let shuffled = json.shuffled(using: &random.flags.generator)
      let documents = try [json, shuffled].map { try RulesetDocument(json: $0, mode: .read) }
      #expect(documents[0].json.serialized() == documents[1].json.serialized())
      let rulesets = documents.map { CompiledRuleset($0, lists: lists) }
      let context = random.flags.context()
      var turned = context
      turned.attributes = JSONObject(members: context.attributes.map { ($0.name, $0.value) }.reversed())
      let facts = BehaviourAnswers(random.facts())
      let moment = random.moment()
      let answers = [(rulesets[0], context), (rulesets[1], context), (rulesets[1], turned)].map { ruleset, context in
        ruleset.evaluateAll(for: context, at: moment, facts: facts).evaluations.map { $0.json.serialized() }
      }
      #expect(answers[0] == answers[1] && answers[0] == answers[2])
    }
  }
}
