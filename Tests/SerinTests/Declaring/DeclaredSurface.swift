import Serin

// Everything that an app writes to declare and read flags, in both styles. That it compiles is the test; nothing calls it.

extension FlagKey {
  fileprivate nonisolated static let newCheckout = release(
    "new_checkout", default: false, owner: "payments-team", expires: "2027-03-01", stability: .session,
    impressions: .onFirstRead)
  fileprivate nonisolated static let ranking = experiment("ranking", owner: "shop-team", expires: "2026-12-31")
  fileprivate nonisolated static let payments = killSwitch("payments", owner: "payments-team")
  fileprivate nonisolated static let imageQuality = ops("image_quality", default: true, owner: "media-team")
  fileprivate nonisolated static let freeShipping = permission("free_shipping", owner: "shop-team")

  fileprivate nonisolated static let all = [newCheckout, ranking, payments, imageQuality, freeShipping]
}

extension FlagProperty<Int> {
  fileprivate nonisolated static let maxItems = FlagProperty(.newCheckout, "max_items", default: 3)
}

private enum Arm: String { case control, treatment }
private enum Layout: String, FlagValue { case list, grid }
private enum Size: Int, Codable, FlagValue { case small = 1, large }
private struct Theme: Codable, FlagValue, Equatable { var color: String, columns: Int }

private struct PaymentFailed: Error {}

private func declaring(_ configuration: inout FeatureFlags.Configuration) {
  configuration.declared = FlagKey.all + ShopFlag.allFlags
  configuration.onEvent = { print($0.name, $0.parameters) }
}

private func reading(_ flags: some FlagReading) throws {
  _ = flags.isEnabled(.newCheckout) || flags.isEnabled(ShopFlag.newCheckout) || flags.isEnabled("raw", default: false)
  let answer: FeatureFlag? = flags.get(.newCheckout) ?? flags.get("new_checkout")
  let theme: Theme? = try answer?.decode(Theme.self, forProperty: "theme")
  _ = theme
  let items: Int = flags.value(.maxItems)
  let layout = flags.value(FlagProperty(.newCheckout, "layout", default: Layout.list))
  let size = flags.value(FlagProperty(ShopFlag.newCheckout.flag, "size", default: Size.small))
  let colors: [String] = flags.value(FlagProperty(.newCheckout, "colors", default: []))
  let json = flags.value(FlagProperty(.newCheckout, "json", default: JSONValue.null))
  let object = flags.value(FlagProperty(.newCheckout, "object", default: JSONObject()))
  let price = flags.value(FlagProperty(.newCheckout, "price", default: 9.5))
  let dark = flags.value(FlagProperty(.newCheckout, "dark", default: false))
  let themes = flags.value(FlagProperty(.newCheckout, "themes", default: [Theme(color: "green", columns: 2)]))
  _ = (items, layout, size, colors, json, object, price, dark, themes)
}

private func guarding(_ flags: any FlagProvider) async throws -> String {
  let plain: String = flags.withKillSwitch(.payments) {
    "paid"
  } fallback: {
    "later"
  }
  let typed: String
  do {
    typed = try flags.withKillSwitch(.payments) { () throws(PaymentFailed) in
      throw PaymentFailed()
    } fallback: { () throws(PaymentFailed) in
      "later"
    }
  } catch {
    let failure: PaymentFailed = error
    throw failure
  }
  let awaited: String = try await flags.withKillSwitch(ShopFlag.payments.flag) {
    _ = try await flags.refresh()
    return "paid"
  } fallback: {
    "later"
  }
  return plain + typed + awaited
}

private func experimenting(_ answer: FeatureFlag?) -> Bool {
  let experiment = Experiment<Arm>(.ranking, control: .control)
  let assignment: ExperimentAssignment<Arm> = experiment.assignment(for: answer)
  return assignment.arm == .treatment && assignment.isEnrolled && assignment.flag != nil
}

private func expiring() -> [FlagExpiry] {
  ShopFlag.expired(on: .today()) + FlagKey.all.expired(on: "2027-03-01")
}

private func snapshots() -> [FlagsSnapshot] {
  [
    FlagsSnapshot(), FlagsSnapshot(enabled: .newCheckout, .ranking), FlagsSnapshot(disabled: [.payments]),
    FlagsSnapshot(enabled: .newCheckout, disabled: [.payments]),
  ]
}
