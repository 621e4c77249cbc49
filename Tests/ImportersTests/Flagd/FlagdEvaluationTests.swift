import Importers
import SerinFlags
import Testing

/// What openfeature-flagd-core answers, asked of the imported flags.
struct FlagdEvaluationTests {
  private static let now = Timestamp(microseconds: 1_700_000_000_000_000)

  /// A context of flagd as an app gives it to Serin.
  private func context(_ json: JSONValue) -> FlagContext {
    var context = FlagContext(attributes: json.objectValue ?? [:])
    context.userID = json["targetingKey"]?.stringValue
    context.attributes.removeValue(forName: "targetingKey")
    return context
  }

  /// The flags that compare a variable loosely with false: in Python it equals an absent one, in other implementations
  /// and here it does not.
  static let disagreements = ["c4", "n4", "c18", "n18"]

  /// Checks the answers of one flag.
  private func check(_ ruleset: CompiledRuleset, _ key: String, _ contexts: [JSONValue], _ answers: [JSONValue]) {
    for (json, answer) in zip(contexts, answers) {
      if Self.disagreements.contains(key), json["beta"] == nil { continue }
      let evaluation = ruleset.evaluate(key, for: context(json), at: Self.now)
      #expect(evaluation.map { .string($0.variation) } == answer, "\(key) \(json)")
    }
  }

  @Test
  func theSamplesOfFlagdAnswerAsFlagdDoes() throws {
    let vectors = try Vectors.load("flagd/evaluations.json")
    let contexts = try #require(vectors["sampleContexts"]?.arrayValue)
    let samples = try #require(vectors["samples"]?.arrayValue)
    var leftOut: [String] = []
    for sample in samples {
      let file = sample["file"]?.stringValue ?? ""
      let key = sample["flag"]?.stringValue ?? ""
      let imported = try FlagdImporter.read(try Vectors.load("flagd/\(file)"))
      guard imported.document.flags.contains(where: { $0.key == key }) else {
        leftOut.append("\(file) \(key)")
        continue
      }
      check(CompiledRuleset(imported.document), key, contexts, sample["answers"]?.arrayValue ?? [])
    }
    #expect(
      leftOut == [
        "config/example_flags.json headerColor", "samples/example_flags.flagd.json headerColor",
        "samples/example_flags.json headerColor",
      ])
  }

  @Test
  func everyOperatorAnswersAsFlagdDoes() throws {
    let vectors = try Vectors.load("flagd/evaluations.json")
    let contexts = try #require(vectors["contexts"]?.arrayValue)
    let answers = try #require(vectors["answers"]?.objectValue)
    let imported = try FlagdImporter.read(try #require(vectors["document"]))
    try expectRoundTrip(imported)
    #expect(imported.findings.filter { $0.effect == .flagLeftOut } == [])
    let ruleset = CompiledRuleset(imported.document)
    for (key, answers) in answers { check(ruleset, key, contexts, answers.arrayValue ?? []) }
  }
}
