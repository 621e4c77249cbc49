import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct FlagsChangesTests {
  private let transport = ScriptedTransport()
  private let bench: Bench

  init() throws { bench = try Bench(transport) }

  private func client() -> FeatureFlags { bench.client { $0.isRefreshThrottled = false } }

  private func refresh(_ flags: FeatureFlags, _ revision: Double, _ answer: [JSONValue]) async throws {
    transport.answer(.answer(revision: revision, answer))
    try await flags.refresh()
  }

  @Test func theFirstElementIsWhatIsInEffect() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a")])
    var changes = flags.changes.makeAsyncIterator()
    let first = try #require(await changes.next())
    #expect(first.cause == .current)
    #expect(first.changedKeys.isEmpty)
    #expect(first.snapshot.all.map(\.key) == ["a"])
  }

  @Test func whoComesLateHasTheStateOfThatMomentAndNothingEarlier() async throws {
    let flags = client()
    let changes = flags.changes
    try await refresh(flags, 1, [.flag("a")])
    try await refresh(flags, 2, [.flag("a", false)])
    var late = changes.makeAsyncIterator()
    #expect(await late.next()?.snapshot.isEnabled("a", default: true) == false)
    try await refresh(flags, 3, [.flag("a")])
    let next = try #require(await late.next())
    #expect(next.changedKeys == ["a"])
    #expect(next.cause == .refresh)
    #expect(next.snapshot.isEnabled("a", default: false))
  }

  @Test func aSlowReaderHasOneElementWithTheNewestSnapshotAndAllKeys() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a"), .flag("b"), .flag("c")])
    var slow = flags.changes.makeAsyncIterator()
    _ = await slow.next()
    try await refresh(flags, 2, [.flag("a", false), .flag("b"), .flag("c")])
    try await refresh(flags, 3, [.flag("a", false), .flag("b", false), .flag("c")])
    try await refresh(flags, 4, [.flag("a"), .flag("b", false), .flag("c")])
    let element = try #require(await slow.next())
    #expect(element.changedKeys == ["a", "b"])
    #expect(element.snapshot.get("a")?.isEnabled == true)
    #expect(element.snapshot.get("b")?.isEnabled == false)
    #expect(element.snapshot.get("b")?.revision == 4)
    // There is no second element: the next one is that of the next change.
    try await refresh(flags, 5, [.flag("a"), .flag("b", false), .flag("c", false)])
    #expect(await slow.next()?.changedKeys == ["c"])
  }

  @Test func anAnswerWithTheSameEffectIsNoElement() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a", properties: ["n": 1])])
    var changes = flags.changes.makeAsyncIterator()
    _ = await changes.next()
    try await refresh(flags, 2, [.flag("a", rule: "r_9", properties: ["n": 1.0])])
    try await refresh(flags, 3, [.flag("a", properties: ["n": 2])])
    let element = try #require(await changes.next())
    #expect(element.snapshot.get("a")?.revision == 3)
    #expect(element.snapshot.get("a")?.number(forProperty: "n", default: 0) == 2)
  }

  @Test func oneOfFiftyFlagsThatChangesIsNamedAlone() async throws {
    let names = (0..<50).map { "flag\($0)" }
    let flags = client()
    try await refresh(flags, 1, names.map { .flag($0) })
    var changes = flags.changes.makeAsyncIterator()
    _ = await changes.next()
    try await refresh(flags, 2, names.map { .flag($0) })
    try await refresh(flags, 3, names.map { .flag($0, $0 != "flag7") })
    #expect(await changes.next()?.changedKeys == ["flag7"])
  }

  @Test func anotherUserIsAChangeWithItsCause() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a")])
    var changes = flags.changes.makeAsyncIterator()
    _ = await changes.next()
    transport.goOffline()
    await #expect(throws: FeatureFlagsError.self) { try await flags.identify("bob") }
    let element = try #require(await changes.next())
    #expect(element.cause == .identity)
    #expect(element.changedKeys == ["a"])
    #expect(element.snapshot.all.isEmpty)
  }

  @Test func whatBecomesTooOldIsAChangeWithItsCause() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a")])
    var changes = flags.changes.makeAsyncIterator()
    _ = await changes.next()
    try await bench.advance(by: 24 * 3600, flags)
    let element = try #require(await changes.next())
    #expect(element.cause == .expiry)
    #expect(element.changedKeys == ["a"])
  }

  @Test func aReaderThatBeginsAfterTheExpiryAndBeforeTheTimerHasNoFlags() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a")])
    bench.clock.advance(by: 24 * 3600, frozen: true)
    var changes = flags.changes.makeAsyncIterator()
    #expect(await changes.next()?.snapshot.all.isEmpty == true)
  }

  @Test func anAnswerForAnEarlierUserThatComesLateIsNoElement() async throws {
    let server = ManualTransport()
    let flags = try Bench(server).client(user: "bob") { $0.isRefreshThrottled = false }
    var changes = flags.changes.makeAsyncIterator()
    _ = await changes.next()
    flags.refresh(completion: nil)
    let first = try await server.next()
    flags.setUserID("alice")
    let second = try await server.next()
    flags.setUserID("bob")
    let third = try await server.next()
    third.answer(.answer([.flag("of_bob_now")]))
    #expect(await changes.next()?.changedKeys == ["of_bob_now"])
    second.answer(.answer(revision: 2, [.flag("of_alice")]))
    first.answer(.answer(revision: 3, [.flag("of_bob_before")]))
    // Time for both to do harm, if they could.
    for _ in 0..<100 { await Task.yield() }
    flags.refresh(completion: nil)
    try await server.next().answer(.answer(revision: 4, [.flag("of_bob_now"), .flag("more")]))
    let element = try #require(await changes.next())
    #expect(element.changedKeys == ["more"])
    #expect(element.snapshot.all.map(\.key) == ["more", "of_bob_now"])
  }

  @Test func comingToTheForegroundWithTheSameFlagsIsNoElement() async throws {
    let flags = try await bench.activeClient { $0.isRefreshThrottled = false }
    try await until("the flags are there") { flags.isEnabled("a", default: false) }
    var changes = flags.changes.makeAsyncIterator()
    _ = await changes.next()
    for session in 2...4 {
      bench.lifecycle.enter(.background)
      try await until("the app is in background") { flags.engine.core.withLock { !$0.session.isActive } }
      bench.clock.advance(by: 3600, frozen: true)
      bench.lifecycle.enter(.active)
      try await until("the session has its answer") { transport.requests.count == session }
      try await bench.settleRequests(flags)
    }
    #expect(flags.engine.core.withLock { $0.readers.first?.pending } == nil)
  }
}
