import TestPlantedPackage
import Testing

@testable import CodeReferences

/// What calls are made on, and brackets around it and around keys.
@Suite struct ReceiverTests {
  @Test func `overrides take keys as texts and as constants`() {
    #expect(
      difference(
        """
        flags.overrides.set(nil, for: ⟦generated new_checkout⟧.newCheckout)
        flags.overrides.set(.on, for: ⟦generated payments⟧FlagKey.payments)
        func change(_ own: FlagOverrides) { own.set(.off, for: ⟦generated dark-mode⟧.darkMode) }
        router.set(tab, for: .newCheckout)
        """) == .none)
  }

  @Test func `an evaluator is known by its type or as what the ruleset hands to a closure`() {
    #expect(
      difference(
        """
        func read(_ rules: borrowing ContextEvaluator) { _ = rules.evaluate(⟦literal a⟧"a") }
        _ = ruleset.withEvaluator(for: context, at: now) { one in
          if isNew { log(one.evaluate(⟦literal b⟧"b")) }
          return one.evaluate(⟦literal c⟧"c")?.isEnabled
        }
        _ = ruleset.withEvaluator(for: context, at: now) { $0.evaluate(⟦literal d⟧"d") }
        _ = ruleset.withEvaluator(for: context, at: now, { (other: borrowing ContextEvaluator) in other.evaluate(⟦literal e⟧"e") })
        _ = script.evaluate("f"); _ = scripts.map { $0.evaluate("f") }
        _ = ruleset.withEvaluator(for: context, at: now) { one in script.evaluate("f") }
        """) == .none)
  }

  @Test func `keys of a list are found`() {
    #expect(
      difference(
        """
        _ = ruleset.factsNeeded(by: [⟦literal a⟧"a", ⟦literal b⟧"b"]); _ = ruleset.factsNeeded()
        server.serve([FeatureFlag(key: ⟦literal c⟧"c", isEnabled: true)], undecided: [⟦literal d⟧"d"])
        menu.serve(["e"], at: "f"); _ = flags.isEnabled(["a", "b"].joined(), default: true)
        """) == .none)
  }

  @Test func `brackets that only hold a value change nothing`() {
    #expect(
      difference(
        """
        _ = flags.isEnabled((⟦literal a⟧"a"), default: (true)); _ = flags.isEnabled(((⟦literal a⟧"a")), default: false)
        _ = flags.isEnabled(isNew ? (⟦literal a⟧"a") : (⟦literal b⟧"b"), default: false)
        _ = flags.isEnabled((⟦generated new_checkout⟧.newCheckout)); flags.logImpression((⟦generated payments⟧FlagKey.payments))
        enum Keys { static let search = ("s"), put = ("p" + suffix), lowered = ("q").lowercased() }
        _ = flags.isEnabled(⟦literal s⟧Keys.search, default: true); _ = flags.isEnabled((⟦literal s⟧Keys.search), default: true)
        _ = flags.isEnabled(Keys.put, default: true); _ = flags.isEnabled(Keys.lowered, default: true)
        let own = (FlagKey.ops((⟦declaration o⟧"o"), default: true, owner: "web")); _ = flags.isEnabled(⟦generated o⟧own)
        _ = (flags).get(⟦literal c⟧"c"); if (cache).get("c") {}; _ = (model as any FlagReading).get(⟦literal c⟧"c")
        _ = flags.isEnabled(("a" + suffix), default: true); _ = flags.isEnabled(("a", "b").0, default: true)
        """) == .none)
  }
}
