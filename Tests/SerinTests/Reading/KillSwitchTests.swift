import Testing

@testable import Serin

/// R2.7: the action runs when the flag is on, otherwise the fallback does, and that is logged.
@Suite struct KillSwitchTests {
  private struct Declined: Error, Equatable { let code: Int }

  private let payments = ShopFlag.payments.flag
  private let on = FlagsSnapshot(enabled: ShopFlag.payments.flag)
  private let off = FlagsSnapshot(disabled: [ShopFlag.payments.flag])

  /// What the guard ran.
  private func run(_ flags: some FlagReading, _ flag: FlagKey) -> String {
    flags.withKillSwitch(flag) {
      "action"
    } fallback: {
      "fallback"
    }
  }

  @Test func theActionRunsOnlyWhenTheFlagIsOn() {
    #expect(run(on, payments) == "action")
    #expect(run(off, payments) == "fallback")
    #expect(run(FlagsSnapshot(), payments) == "action", "on by default")
    #expect(run(FlagsSnapshot(), ShopFlag.newCheckout.flag) == "fallback", "off by default")
  }

  @Test func anActionThatFailsDoesNotRunTheFallback() {
    var hasFallenBack = false
    func pay() throws(Declined) { throw Declined(code: 7) }
    func later() throws(Declined) { hasFallenBack = true }
    // The caller's own error type comes through.
    do throws(Declined) {
      try on.withKillSwitch(payments, pay, fallback: later)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.code == 7)
    }
    #expect(!hasFallenBack)
  }

  @MainActor @Test func anAsynchronousActionRunsWhereItsCallerDoes() async throws {
    final class Basket { var items = 0 }
    // Not Sendable, so this compiles only because nothing leaves the main actor.
    let basket = Basket()
    let paid = await on.withKillSwitch(payments) {
      await Task.yield()
      MainActor.assertIsolated()
      basket.items += 1
      return basket
    } fallback: {
      basket
    }
    #expect(paid.items == 1)
    off.withKillSwitch(payments) {
      basket.items = 99
    } fallback: {
      basket.items += 1
    }
    #expect(basket.items == 2)
    await #expect(throws: Declined(code: 1)) {
      try await off.withKillSwitch(payments) {
        await Task.yield()
      } fallback: {
        throw Declined(code: 1)
      }
    }
  }

  @Test func aClientLogsAndTellsEveryFallback() async throws {
    let bench = try Bench(
      ScriptedTransport { _, _ in
        .answer([.flag("payment_system_enabled", false, rule: "", reason: "killed"), .flag("image_quality")])
      })
    let order = Recorder<String>()
    let events = Recorder<FlagEvent>()
    let flags = bench.client {
      $0.onEvent = { event in
        events.add(event)
        order.add("event")
      }
    }
    try await flags.refresh()
    for flag in [payments, payments, ShopFlag.imageQuality.flag, ShopFlag.newCheckout.flag] {
      flags.withKillSwitch(flag) {
        order.add("action")
      } fallback: {
        order.add("fallback")
      }
    }
    #expect(order.all == ["event", "fallback", "event", "fallback", "action", "event", "fallback"])
    let killed = FlagEvent(
      name: "kill_switch_fallback", parameters: ["flag_key": "payment_system_enabled", "rule_id": ""])
    let unknown = FlagEvent(name: "kill_switch_fallback", parameters: ["flag_key": "new_checkout"])
    #expect(events.all == [killed, killed, unknown])
    #expect(
      bench.log.all == [
        "flag payment_system_enabled is off; its fallback runs",
        "flag payment_system_enabled is off; its fallback runs", "flag new_checkout is off; its fallback runs",
      ])
  }

  @Test func theGuardMayBeUsedInsideItself() async throws {
    let bench = try Bench(ScriptedTransport { _, _ in .answer([.flag("payment_system_enabled", false)]) })
    let flags = bench.client()
    try await flags.refresh()
    let result = flags.withKillSwitch(payments) {
      "action"
    } fallback: {
      run(flags, payments) + " inside"
    }
    #expect(result == "fallback inside")
  }
}
