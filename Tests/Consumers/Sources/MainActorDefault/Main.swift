import Serin

// What is declared here belongs to the main actor, unless it says otherwise.

final class Checkout: FeatureFlagsUpdateListener {
  var isNew = false

  func featureFlags(_ flags: FeatureFlags, didUpdate change: FlagsChange) {
    isNew = change.snapshot.isEnabled("new_checkout", default: false)
  }
}

nonisolated func readAnywhere(_ flags: some FlagReading) -> Bool {
  flags.isEnabled("new_checkout", default: false)
}

@main
struct Main {
  static func main() async {
    let checkout = Checkout()
    let flags = FlagsSnapshot([FeatureFlag(key: "new_checkout", isEnabled: true, properties: ["color": "green"])])
    let elsewhere = await Task.detached { readAnywhere(flags) }.value
    print(elsewhere, flags.get("new_checkout")?.string(forProperty: "color", default: "") ?? "", checkout.isNew)
  }
}
