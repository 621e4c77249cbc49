import Serin

/// A page whose flags are declared by the build: no key stands in this code.
@main
struct TypedFlags {
  static func main() {
    // An app has a client here, with the declared flags: `configuration.declared = FlagKey.allDeclared`.
    print("without an answer:", page(FlagsSnapshot([])))
    let answer = FlagsSnapshot([
      FeatureFlag(key: "new_checkout", isEnabled: true, properties: ["button_color": "green", "max_items": 5]),
      FeatureFlag(key: "recommendations", isEnabled: true, ruleId: "r_8b9c0d1e", variation: "similar-items"),
    ])
    print("with an answer:", page(answer))
    print("declared:", FlagKey.allDeclared.map(\.name).joined(separator: ", "))
  }

  private static func page(_ flags: some FlagReading) -> String {
    guard flags.isEnabled(.paymentSystemEnabled) else { return "closed" }
    let checkout = flags.isEnabled(.newCheckout) ? "new checkout" : "old checkout"
    let color = flags.value(FlagKey.NewCheckout.buttonColor)
    let items = Int(flags.value(FlagKey.NewCheckout.maxItems))
    let ranking = Experiment<FlagKey.Recommendations.Variation>(.recommendations, control: .control)
    let arm = ranking.assignment(for: flags.get(.recommendations)).arm
    return "\(checkout), \(color), up to \(items) items, \(arm == .similarItems ? "similar items" : "bestsellers")"
  }
}
