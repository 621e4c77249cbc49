import Foundation
import Serin
import SerinFirebase
import SerinTesting
import Testing

@Suite struct BackOffTests {
  private let bench = FirebaseBench(["a": "true"])

  private func fails(_ status: Int, retryAfter: String? = nil) {
    let response = FlagResponse(status: status, headers: retryAfter.map { ["retry-after": $0] } ?? [:])
    bench.firebase.change { $0.fetch = response }
  }

  @Test(arguments: [429, 500, 503, 504])
  func aBusyServerKeepsTheFlagsAndIsAskedLaterAndLater(_ status: Int) async throws {
    let source = bench.source { $0.minimumFetchInterval = 0 }
    let flags = bench.client(of: source)
    try await flags.refresh()
    fails(status)
    // The bench's random number makes each wait exactly the doubled one.
    var asked = 1
    for wait in [120.0, 240, 480, 960] {
      #expect(await flags.refreshCode() == status)
      asked += 1
      #expect(bench.firebase.fetches.count == asked)
      #expect(flags.state.lastError?.code == status)
      bench.clock.advance(by: wait - 1, frozen: true)
      #expect(await source.code() == status)
      #expect(bench.firebase.fetches.count == asked, "not before \(wait) seconds are over")
      bench.clock.advance(by: 1, frozen: true)
    }
    #expect(flags.isEnabled("a", default: false))
    bench.firebase.change { $0.fetch = nil }
    #expect(await flags.refreshCode() == nil)
    fails(status)
    #expect(await flags.refreshCode() == status)
    bench.clock.advance(by: 120, frozen: true)
    asked = bench.firebase.fetches.count
    #expect(await flags.refreshCode() == status)
    #expect(bench.firebase.fetches.count == asked + 1, "the waits begin anew after a success")
  }

  @Test func theWaitsEndAtFourHours() async throws {
    let source = bench.source()
    fails(503)
    for _ in 0..<12 {
      let error = await #expect(throws: FeatureFlagsError.self) {
        try await source.answer(for: FlagContext(), validator: nil)
      }
      #expect(try #require(error?.retryAfter) <= 4 * 3600)
      bench.clock.advance(by: 4 * 3600, frozen: true)
    }
    #expect(bench.firebase.fetches.count == 12)
  }

  @Test func retryAfterIsObeyed() async throws {
    let source = bench.source()
    fails(429, retryAfter: "1800")
    let error = await #expect(throws: FeatureFlagsError.self) {
      try await source.answer(for: FlagContext(), validator: nil)
    }
    #expect(error?.code == 429)
    #expect(error?.retryAfter == 1800)
    bench.firebase.change { $0.fetch = nil }
    bench.clock.advance(by: 1799, frozen: true)
    let again = await #expect(throws: FeatureFlagsError.self) {
      try await source.answer(for: FlagContext(), validator: nil)
    }
    #expect(again?.retryAfter == 1)
    bench.clock.advance(by: 1, frozen: true)
    #expect(try await source.answer(for: FlagContext(), validator: nil)?.flags.map(\.key) == ["a"])
  }

  @Test(arguments: [400, 401, 403, 404, 302])
  func aRefusalIsReportedWithoutABackOff(_ status: Int) async throws {
    let flags = bench.client { $0.minimumFetchInterval = 0 }
    try await flags.refresh()
    fails(status)
    #expect(await flags.refreshCode() == status)
    #expect(flags.isEnabled("a", default: false))
    bench.firebase.change { $0.fetch = nil }
    #expect(await flags.refreshCode() == nil)
  }

  @Test func withoutANetworkTheNextTryIsSentAtOnce() async throws {
    let flags = bench.client()
    bench.firebase.change { $0.isOffline = true }
    #expect(await flags.refreshCode() == 0)
    bench.firebase.change { $0.isOffline = false }
    #expect(await flags.refreshCode() == nil)
    #expect(flags.isEnabled("a", default: false))
  }

  @Test func whileItWaitsAnotherUserIsDrawnAllTheSame() async throws {
    let bench = FirebaseBench(["new_checkout_enabled": canary(0.15)])
    let flags = bench.client(user: "alice") { $0.minimumFetchInterval = 0 }
    try await flags.refresh()
    bench.firebase.change { $0.fetch = FlagResponse(status: 503) }
    #expect(await flags.refreshCode() == 503)
    flags.setUserID("bob")
    #expect(flags.isEnabled("new_checkout_enabled", default: false))
  }
}
