import Importers
import SerinFlags
import Testing

/// What GrowthBook's own package for Python answers, asked of the imported features.
struct GrowthBookEvaluationTests {
  @Test
  func randomFeaturesAnswerAsGrowthBookDoes() throws {
    let vectors = try Vectors.load("growthbook/evaluations.json")
    let contexts = try #require(vectors["contexts"]?.arrayValue)
    let answers = try #require(vectors["answers"]?.objectValue)
    let imported = try GrowthBookImporter.read(vectors)
    try expectRoundTrip(imported)
    #expect(imported.findings.filter { $0.effect == .flagLeftOut } == [])
    #expect(imported.document.flags.count == answers.count)
    let ruleset = CompiledRuleset(imported.document)
    for (key, answers) in answers {
      for (json, answer) in zip(contexts, answers.arrayValue ?? []) {
        let context = GrowthBookContext.context(json)
        let evaluation = ruleset.evaluate(key, for: context, at: Timestamp(microseconds: 0))
        if answer.isNull {
          #expect(evaluation?.isEnabled == false, "\(key) \(json)")
        } else {
          #expect(evaluation?.value == answer, "\(key) \(json)")
        }
      }
    }
  }
}
