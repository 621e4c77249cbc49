import Foundation
import Serin

// The code of the landing page, so that it compiles. `GettingStartedTests` checks that it is the same.

@MainActor
final class CheckoutModel: FeatureFlagsUpdateListener {
  var isNew = false

  func featureFlags(_ flags: FeatureFlags, didUpdate change: FlagsChange) {
    guard change.changedKeys.contains("new_checkout") else { return }
    isNew = change.snapshot.isEnabled("new_checkout", default: false)
  }
}

func makeClient(serverURL: URL, clientKey: String) -> FeatureFlags {
  let configuration = FeatureFlags.Configuration(
    baseURL: serverURL,
    applicationCode: "shop",
    clientKey: clientKey,
    context: FlagContext(userID: "alice", attributes: ["country": "DE", "appVersion": "5.2.0"]))
  let flags = FeatureFlags(configuration)
  flags.start()
  return flags
}

func readFlags(_ flags: FeatureFlags, show: (_ color: String, _ limit: Double) -> Void) -> [Bool] {
  func showNewCheckout(color: String, limit: Double) { show(color, limit) }
  if flags.isEnabled("new_checkout", default: false) {
    let flag = flags.get("new_checkout")
    let color = flag?.string(forProperty: "button_color", default: "blue") ?? "blue"
    let limit = flag?.number(forProperty: "max_items", default: 3) ?? 3
    showNewCheckout(color: color, limit: limit)
  }
  let page = flags.snapshot
  let hasBanner = page.isEnabled("banner", default: false)
  let hasOffers = page.isEnabled("offers", default: false)
  return [hasBanner, hasOffers]
}

func waitForFlags(_ flags: FeatureFlags) async -> FlagsState {
  let state = await flags.ready(within: 2)
  if state.origin != .remote {
    // No answer in time: what follows are stored flags, or the defaults.
  }
  return state
}

func signInAndOut(_ flags: FeatureFlags) async throws {
  try await flags.identify("bob", attributes: ["plan": "pro"])
  flags.setUserID(nil)
}

func makeMock() -> FlagsSnapshot {
  let onlyNewCheckout = FlagsSnapshot([FeatureFlag(key: "new_checkout", isEnabled: true)])
  return onlyNewCheckout
}
