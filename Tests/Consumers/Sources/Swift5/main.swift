import Serin

// A program from before Swift 6.

final class Checkout: FeatureFlagsUpdateListener {
  var isNew = false

  func featureFlags(_ flags: FeatureFlags, didUpdate change: FlagsChange) {
    isNew = change.changedKeys.contains("new_checkout")
  }
}

let snapshot = FlagsSnapshot([FeatureFlag(key: "new_checkout", isEnabled: true)])
let reader: any FlagReading = snapshot
print(reader.isEnabled("new_checkout", default: false), reader.isEnabled("other", default: true))
