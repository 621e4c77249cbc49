import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite @MainActor struct ListenerTests {
  private let transport = ScriptedTransport()
  private let bench: Bench
  private let flags: FeatureFlags

  init() throws {
    bench = try Bench(transport)
    flags = bench.client { $0.isRefreshThrottled = false }
  }

  private func refresh(_ response: FlagResponse) async throws {
    transport.answer(response)
    try await flags.refresh()
    try await bench.settle(flags)
  }

  @Test func aListenerIsToldOnceWithTheChangedKeysAndTheSnapshot() async throws {
    let names = (0..<50).map { "flag\($0)" }
    try await refresh(.answer(names.map { .flag($0) }))
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    flags.addUpdateListener(listener)
    try await refresh(.answer(revision: 2, names.map { .flag($0, $0 != "flag7") }))
    #expect(listener.changes.count == 1)
    let change = try #require(listener.changes.first)
    #expect(change.changedKeys == ["flag7"])
    #expect(change.cause == .refresh)
    #expect(!change.snapshot.isEnabled("flag7", default: true))
    #expect(change.snapshot.all.count == 50)
  }

  @Test func anAnswerWithTheSameEffectIsNoChange() async throws {
    try await refresh(.answer([.flag("a", properties: ["n": 1, "o": ["x": 1, "y": [true]]]), .flag("b")]))
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    // The same again; members in another order and 1.0 for 1; another rule, reason and revision.
    try await refresh(.answer([.flag("a", properties: ["n": 1, "o": ["x": 1, "y": [true]]]), .flag("b")]))
    try await refresh(
      .text(
        """
        {"flags":[{"properties":{},"key":"b","isEnabled":true,"ruleId":"default","variation":"on","reason":"default"},
         {"key":"a","isEnabled":true,"ruleId":"r_9","variation":"on","reason":"ruleMatched","properties":{"o":{"y":[true],"x":1.0},"n":1.0}}],
         "revision":9,"epoch":1}
        """))
    #expect(listener.changes.isEmpty)
    #expect(flags.get("a")?.ruleId == "r_9")
    #expect(flags.state.revision == 9)
  }

  @Test func aFailureIsNoChange() async throws {
    try await refresh(.answer())
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    transport.answer(FlagResponse(status: 500))
    await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    transport.answer(.text(#"{"flags":[1]}"#))
    await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    try await bench.settle(flags)
    #expect(listener.changes.isEmpty)
  }

  @Test func theFirstAnswerIsAChange() async throws {
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    try await refresh(.answer())
    #expect(listener.changes.map(\.changedKeys) == [["a"]])
  }

  @Test func storedFlagsThatTheServerConfirmsAreNoChange() async throws {
    try await refresh(.answer())
    flags.close()
    let relaunched = bench.client()
    let listener = RecordingListener()
    relaunched.addUpdateListener(listener)
    try await relaunched.refresh()
    try await bench.settle(relaunched)
    #expect(listener.changes.isEmpty)
  }

  @Test func aListenerIsNotKeptAlive() async throws {
    weak var released: RecordingListener?
    do {
      let listener = RecordingListener()
      released = listener
      flags.addUpdateListener(listener)
    }
    #expect(released == nil)
    try await refresh(.answer())
  }

  @Test func aListenerThatWasRemovedHearsNothing() async throws {
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    flags.removeUpdateListener(listener)
    try await refresh(.answer())
    #expect(listener.changes.isEmpty)
  }

  @Test func listenersMayComeAndGoFromInsideACall() async throws {
    let late = RecordingListener()
    let victim = RecordingListener()
    let listener = RecordingListener { flags, itself in
      flags.removeUpdateListener(itself)
      flags.removeUpdateListener(victim)
      flags.addUpdateListener(late)
    }
    flags.addUpdateListener(listener)
    flags.addUpdateListener(victim)
    try await refresh(.answer([.flag("a")]))
    #expect(listener.changes.count == 1)
    #expect(victim.changes.isEmpty)
    #expect(late.changes.isEmpty)
    try await refresh(.answer([.flag("b")]))
    #expect(listener.changes.count == 1)
    #expect(late.changes.count == 1)
  }

  @Test func aListenerMayReadAndRefreshFromInsideACall() async throws {
    var seen: [Bool] = []
    let listener = RecordingListener { flags, _ in
      seen.append(flags.isEnabled("a", default: false))
      flags.refresh(completion: nil)
    }
    flags.addUpdateListener(listener)
    try await refresh(.answer())
    try await bench.settleRequests(flags)
    #expect(seen == [true])
  }

  @Test func changesComeInTheirOrderAndBeforeTheCompletion() async throws {
    let order = Recorder<String>()
    let listener = RecordingListener { flags, _ in order.add("change \(flags.snapshot.all.map(\.key))") }
    flags.addUpdateListener(listener)
    transport.answer(.answer([.flag("a")]))
    flags.refresh { _ in order.add("completion") }
    try await until("both are called") { order.count == 2 }
    #expect(order.all == ["change [\"a\"]", "completion"])
  }

  @Test func listenersThatAreReleasedElsewhereMeanwhileDoNoHarm() async throws {
    for round in 0..<raceRounds(200) {
      let releasing = Lock<[RecordingListener]>((0..<4).map { _ in RecordingListener() })
      releasing.withLock { $0 }.forEach(flags.addUpdateListener)
      transport.answer(.answer([.flag("a", round % 2 == 0)]))
      async let refreshed = flags.refresh()
      let task = Task.detached { releasing.withLock { $0 = [] } }
      _ = try await refreshed
      await task.value
    }
    try await bench.settle(flags)
  }

  @Test func aClosedClientTellsNobody() async throws {
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    transport.answer(.answer())
    try await flags.refresh()
    try await bench.settle(flags)
    let count = listener.changes.count
    flags.close()
    flags.setUserID("bob")
    try await bench.settle(flags)
    #expect(listener.changes.count == count)
  }

  /// A listener that says good-bye, as most do.
  private final class PoliteListener: FeatureFlagsUpdateListener {
    private nonisolated let flags: FeatureFlags

    nonisolated init(_ flags: FeatureFlags) { self.flags = flags }

    deinit { flags.removeUpdateListener(self) }

    func featureFlags(_ flags: FeatureFlags, didUpdate change: FlagsChange) {}
  }

  @Test func aListenerMayEndWhileOthersComeAndGo() async throws {
    let flags = flags
    let rounds = raceRounds(20_000)
    let isDone = Lock(false)
    let other = RecordingListener()
    let ended = Recorder<Int>()
    Thread.detachNewThread {
      while !isDone.withLock({ $0 }) {
        flags.addUpdateListener(other)
        flags.removeUpdateListener(other)
      }
      ended.add(1)
    }
    Thread.detachNewThread {
      for _ in 0..<rounds {
        let listener = PoliteListener(flags)
        flags.addUpdateListener(listener)
      }
      isDone.withLock { $0 = true }
      ended.add(2)
    }
    try await until("both threads have ended", within: 120) { ended.count == 2 }
  }
}
