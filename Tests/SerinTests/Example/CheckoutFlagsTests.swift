import Foundation
import SerinFlags
import Testing

@testable import Serin

/// The flags of `Examples/Checkout`, which the README and the demo server use.
@Suite struct CheckoutFlagsTests {
  private let ruleset: CompiledRuleset
  private let document: RulesetDocument
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Examples/Checkout/flags.json").standardizedFileURL
    document = try RulesetDocument(json: JSONValue(parsing: Data(contentsOf: file), options: .control), mode: .write)
    ruleset = CompiledRuleset(document)
  }

  private func answer(_ key: String, _ context: FlagContext) throws -> Evaluation {
    try #require(ruleset.evaluate(key, for: context, at: Self.now))
  }

  @Test func theDocumentIsSoundAndOfTheDemo() {
    #expect(document.project == "demo")
    #expect(document.environment == "production")
    #expect(
      document.flags.map(\.key) == [
        "free_shipping", "home_layout", "new_checkout", "payment_system_enabled", "recommendations", "welcome_text",
      ])
  }

  @Test func aliceHasTheNewCheckoutByTargeting() throws {
    let alice = FlagContext(userID: "alice", attributes: ["country": "DE"])
    let evaluation = try answer("new_checkout", alice)
    #expect(evaluation.isEnabled)
    #expect(evaluation.ruleId == "r_1a2b3c4d")
    #expect(evaluation.properties["button_color"] == "green")
    #expect(evaluation.properties["max_items"] == 5)
    #expect(try answer("welcome_text", alice).properties["text"] == "Willkommen!")
    #expect(try answer("free_shipping", alice).properties["minimum_order"] == 29)
  }

  @Test func fiveInAHundredOthersHaveIt() throws {
    var drawn = 0
    for number in 0..<20_000 {
      let evaluation = try answer("new_checkout", FlagContext(userID: "user-\(number)"))
      #expect(evaluation.ruleId == "r_5e6f7a8b")
      if evaluation.isEnabled { drawn += 1 } else { #expect(evaluation.reason == .notDrawn) }
    }
    // Six standard deviations about 1,000.
    #expect((815...1185).contains(drawn))
  }

  @Test func anAppThatIsTooOldDoesNotHaveIt() throws {
    for number in 0..<200 {
      let context = FlagContext(userID: "user-\(number)", attributes: ["appVersion": "5.1.9"])
      #expect(try answer("new_checkout", context).ruleId == "default")
    }
  }

  @Test func theExperimentHasTwoArms() throws {
    let arms = try (0..<200).map { try answer("recommendations", FlagContext(userID: "user-\($0)")).variation }
    #expect(Set(arms) == ["control", "treatment"])
  }

  @Test func withoutAContextTheShopIsOpen() throws {
    #expect(try answer("payment_system_enabled", FlagContext()).isEnabled)
    #expect(try !answer("new_checkout", FlagContext()).isEnabled)
    #expect(try answer("home_layout", FlagContext()).properties["layout"] == ["columns": 1, "banner": true])
  }

  /// The answers go the whole way: evaluated as a server does, encoded, sent, stored and read by a client.
  @Test func aClientReadsWhatTheRulesetDecides() async throws {
    let ruleset = ruleset
    let transport = ScriptedTransport { request, _ in
      let answers = ruleset.evaluateAll(for: try request.context, at: Self.now).evaluations.map {
        evaluation -> JSONValue in
        .flag(
          evaluation.key, evaluation.isEnabled, rule: evaluation.ruleId, variation: evaluation.variation,
          reason: evaluation.reason.rawValue, properties: evaluation.properties)
      }
      return .answer(answers)
    }
    let bench = try Bench(transport)
    let flags = bench.client { $0.context.attributes = ["country": "DE"] }
    try await flags.refresh()
    for evaluation in ruleset.evaluateAll(for: flags.context, at: Self.now).evaluations {
      let flag = try #require(flags.get(evaluation.key))
      #expect(flag.isEnabled == evaluation.isEnabled)
      #expect(flag.ruleId == evaluation.ruleId)
      #expect(flag.variation == evaluation.variation)
      #expect(flag.properties == evaluation.properties)
    }
  }
}
