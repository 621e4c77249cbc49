import Testing

@testable import Serin

/// R2.1: each flag has a default, a kind, an owner and an optional expiry; kill switches are on and never expire.
@Suite struct FlagKeyTests {
  @Test func aReleaseFlagIsOffAndLiveUnlessSaidOtherwise() {
    let flag = FlagKey.release("new_checkout", owner: "payments-team", expires: "2027-03-01")
    #expect(flag.name == "new_checkout")
    #expect(flag.kind == .release)
    #expect(!flag.defaultValue)
    #expect(flag.owner == "payments-team")
    #expect(flag.expires == "2027-03-01")
    #expect(flag.stability == .live)
    #expect(flag.impressions == .manual)
    let other = FlagKey.release(
      "a", default: true, owner: "o", expires: "2027-03-01", stability: .session, impressions: .onFirstRead)
    #expect(other.defaultValue)
    #expect(other.stability == .session)
    #expect(other.impressions == .onFirstRead)
  }

  @Test func anExperimentStaysForTheLaunch() {
    let flag = FlagKey.experiment("ranking", owner: "shop-team", expires: "2026-12-31")
    #expect(flag.kind == .experiment)
    #expect(!flag.defaultValue)
    #expect(flag.stability == .launch)
    #expect(FlagKey.experiment("a", owner: "o", expires: "2026-12-31", stability: .live).stability == .live)
  }

  @Test func aKillSwitchIsOnAndLiveAndNeverExpires() {
    let flag = FlagKey.killSwitch("payments", owner: "payments-team")
    #expect(flag.kind == .killSwitch)
    #expect(flag.defaultValue)
    #expect(flag.expires == nil)
    #expect(flag.stability == .live)
    #expect([flag].expired(on: "9999-12-31") == [])
  }

  @Test func theOtherKindsMayStayForGood() {
    #expect(FlagKey.ops("a", default: true, owner: "o").expires == nil)
    #expect(FlagKey.ops("a", default: true, owner: "o", expires: "2027-01-01").expires == "2027-01-01")
    #expect(FlagKey.ops("a", default: true, owner: "o").kind == .ops)
    #expect(FlagKey.permission("a", owner: "o").expires == nil)
    #expect(FlagKey.permission("a", owner: "o").kind == .permission)
    #expect(!FlagKey.permission("a", owner: "o").defaultValue)
  }

  @Test func badDeclarationsAreLoggedWhenTheClientIsMade() throws {
    let bench = try Bench(ScriptedTransport())
    let flags = bench.client {
      $0.declared =
        ShopFlag.allFlags + [
          .release("new_checkout", owner: "a", expires: "2027-03-01"),
          .release("typo", owner: "shop-team", expires: "2027-02-30"),
        ]
    }
    #expect(
      bench.log.all == [
        "flag new_checkout, owner a: it is declared more than once",
        "flag typo, owner shop-team: \"2027-02-30\" is not a calendar day",
      ])
    #expect(!flags.isEnabled(ShopFlag.newCheckout))
  }
}
