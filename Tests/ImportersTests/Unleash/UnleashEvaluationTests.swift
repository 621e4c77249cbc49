import Importers
import SerinFlags
import Testing

/// What yggdrasil, the engine in Unleash's own SDKs, answers, asked of the imported features.
struct UnleashEvaluationTests {
  @Test
  func randomFeaturesAnswerAsUnleashDoes() throws {
    let vectors = try Vectors.load("unleash/evaluations.json")
    let contexts = try #require(vectors["contexts"]?.arrayValue)
    let answers = try #require(vectors["answers"]?.objectValue)
    let imported = try UnleashImporter.read(try #require(vectors["state"]))
    try expectRoundTrip(imported)
    #expect(imported.findings.filter { $0.effect == .flagLeftOut } == [])
    let ruleset = CompiledRuleset(imported.document)
    for (key, answers) in answers {
      let numbers = UnleashCase.numbers(of: key, in: imported.document)
      for (json, answer) in zip(contexts, answers.arrayValue ?? []) where !answer.isNull {
        let test = UnleashCase(json: ["context": json, "toggleName": .string(key)])
        let evaluation = ruleset.evaluate(key, for: test.context(numbers: numbers), at: test.now)
        let name = answer[0]?.stringValue
        #expect((evaluation?.isEnabled ?? false) == (answer != false), "\(key) \(json)")
        if let name {
          // Of two variants of one name with different payloads the second one gets a number, which a finding says.
          #expect([name, "\(name)-2"].contains(evaluation?.variation), "\(key) \(json)")
          if let value = answer[1]?.stringValue { #expect(evaluation?.value == .string(value), "\(key) \(json)") }
        } else if answer == true {
          #expect(evaluation?.variation == "on", "\(key) \(json)")
        }
      }
    }
  }
}
