import Testing

@testable import Serin

@Suite struct FlagCatalogTests {
  @Test func aCatalogHandsOutAllItsFlags() {
    #expect(
      ShopFlag.allFlags.map(\.name) == [
        "new_checkout", "recommendations", "payment_system_enabled", "image_quality", "free_shipping",
      ])
    #expect(ShopFlag.allFlags.map(\.kind) == [.release, .experiment, .killSwitch, .ops, .permission])
  }

  /// R2.8: a check that runs in CI names the flag, its owner and its day.
  @Test func anExpiredFlagIsReportedWithItsOwnerFromItsDayOn() {
    #expect(ShopFlag.expired(on: "2026-12-29") == [])
    #expect(ShopFlag.expired(on: "2026-12-30").map(\.flag) == [ShopFlag.imageQuality.flag])
    #expect(
      ShopFlag.expired(on: "2026-12-31").map(\.description) == [
        "recommendations (experiment, owner shop-team): expired on 2026-12-31",
        "image_quality (ops, owner media-team): expired on 2026-12-30",
      ])
    #expect(ShopFlag.expired(on: "9999-12-31").count == 3)
  }

  @Test func aMistypedExpiryIsReportedOnEveryDay() {
    let flags: [FlagKey] = [.release("typo", owner: "shop-team", expires: "2027-02-30")]
    #expect(
      flags.expired(on: "0001-01-01").map(\.description) == [
        "typo (release, owner shop-team): \"2027-02-30\" is not a calendar day; write it as 2027-03-01"
      ])
    #expect(flags.expired(on: "nor is this").count == 1)
  }

  @Test func aMistypedDayOfTheCheckReportsEveryFlagThatExpires() {
    #expect(
      ShopFlag.expired(on: "2026-13-01").map(\.description) == [
        "new_checkout (release, owner payments-team): expires on 2027-03-01, and \"2026-13-01\" that was asked for is not a "
          + "calendar day",
        "recommendations (experiment, owner shop-team): expires on 2026-12-31, and \"2026-13-01\" that was asked for is not "
          + "a calendar day",
        "image_quality (ops, owner media-team): expires on 2026-12-30, and \"2026-13-01\" that was asked for is not a "
          + "calendar day",
      ])
  }

  @Test func aCatalogIsReadByItsCases() {
    let flags = FlagsSnapshot([
      FeatureFlag(key: "new_checkout", isEnabled: true), FeatureFlag(key: "payment_system_enabled", isEnabled: false),
    ])
    #expect(flags.isEnabled(ShopFlag.newCheckout))
    #expect(!flags.isEnabled(ShopFlag.payments))
    #expect(flags.isEnabled(ShopFlag.imageQuality), "the code's default")
    #expect(!flags.isEnabled(ShopFlag.freeShipping), "the code's default")
  }

  @Test func whateverIsAskedOfAFlagIsAskedByItsCase() async throws {
    let transport = ScriptedTransport()
    transport.answer(.answer([.flag("new_checkout"), .flag("payment_system_enabled", false)]))
    let bench = try Bench(transport)
    let flags = bench.client { $0.allowsOverrides = true }
    try await flags.refresh()
    #expect(flags.get(ShopFlag.newCheckout)?.isEnabled == true)
    #expect(flags.details(ShopFlag.newCheckout) == flags.details(ShopFlag.newCheckout.flag))
    #expect(flags.withKillSwitch(ShopFlag.payments, { "paid" }, fallback: { "later" }) == "later")
    func pay() async -> String { "paid" }
    func later() async -> String { "later" }
    #expect(await flags.withKillSwitch(ShopFlag.payments, pay, fallback: later) == "later")
    flags.logImpression(ShopFlag.newCheckout)
    try await until("it is recorded") { flags.engine.events.queue.count == 1 }
    flags.overrides.set(FlagOverride(isEnabled: false), for: ShopFlag.newCheckout.flag)
    #expect(!flags.isEnabled(ShopFlag.newCheckout))
  }
}
