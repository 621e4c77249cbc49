import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite @MainActor struct ChangeNotificationTests {
  private let transport = ScriptedTransport()
  private let bench: Bench
  private let flags: FeatureFlags

  init() throws {
    bench = try Bench(transport)
    flags = bench.client { $0.isRefreshThrottled = false }
  }

  /// Records what is posted for the client.
  private func follow(_ events: Recorder<String>) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(
      forName: FeatureFlags.didChangeNotification, object: flags, queue: nil
    ) { notification in
      let keys = notification.userInfo?[FeatureFlags.changedKeysUserInfoKey] as? Set<String>
      MainActor.preconditionIsolated()
      events.add("posted \(keys?.sorted() ?? [])")
    }
  }

  private func refresh(_ revision: Double, _ answer: [JSONValue]) async throws {
    transport.answer(.answer(revision: revision, answer))
    try await flags.refresh()
    try await bench.settle(flags)
  }

  @Test func aChangeIsPostedOnTheMainThreadAfterTheListenersWithTheChangedKeys() async throws {
    let events = Recorder<String>()
    let observer = follow(events)
    defer { NotificationCenter.default.removeObserver(observer) }
    let listener = RecordingListener { _, listener in
      events.add("told \(listener.changes.last?.changedKeys.sorted() ?? [])")
    }
    flags.addUpdateListener(listener)
    try await refresh(1, [.flag("a"), .flag("b")])
    try await refresh(2, [.flag("a"), .flag("b", false)])
    #expect(events.all == [#"told ["a", "b"]"#, #"posted ["a", "b"]"#, #"told ["b"]"#, #"posted ["b"]"#])
  }

  @Test func nothingIsPostedWhenNothingChanged() async throws {
    try await refresh(1, [.flag("a")])
    let events = Recorder<String>()
    let observer = follow(events)
    defer { NotificationCenter.default.removeObserver(observer) }
    try await refresh(2, [.flag("a", rule: "r_9")])
    transport.goOffline()
    await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    try await bench.settle(flags)
    #expect(events.all.isEmpty)
  }

  @Test func theNewValueIsThereWhenAChangeIsPosted() async throws {
    try await refresh(1, [.flag("a", false)])
    let seen = Recorder<Bool>()
    let observer = NotificationCenter.default.addObserver(
      forName: FeatureFlags.didChangeNotification, object: flags, queue: nil
    ) { [flags] _ in seen.add(flags.isEnabled("a", default: false)) }
    defer { NotificationCenter.default.removeObserver(observer) }
    try await refresh(2, [.flag("a")])
    #expect(seen.all == [true])
  }

  @Test func changesThatTheMainThreadHadNoTimeForArePostedAsOne() async throws {
    let events = Recorder<String>()
    let observer = follow(events)
    defer { NotificationCenter.default.removeObserver(observer) }
    let transport = transport
    let flags = flags
    let isDone = Lock(false)
    Task.detached {
      for revision in 1...5 {
        transport.answer(.answer(revision: Double(revision), [.flag("flag\(revision)")]))
        try await flags.refresh()
      }
      isDone.withLock { $0 = true }
    }
    // The main thread is taken until all five are in effect.
    while !isDone.withLock({ $0 }) { Self.waitABit() }
    #expect(flags.engine.core.withLock { $0.outbox.count } <= 1)
    try await bench.settle(flags)
    #expect(events.all == [#"posted ["flag1", "flag2", "flag3", "flag4", "flag5"]"#])
  }

  @Test func nothingIsPostedAfterClose() async throws {
    let events = Recorder<String>()
    let observer = follow(events)
    defer { NotificationCenter.default.removeObserver(observer) }
    let transport = transport
    let flags = flags
    let isDone = Lock(false)
    Task.detached {
      transport.answer(.answer())
      try await flags.refresh()
      flags.close()
      isDone.withLock { $0 = true }
    }
    while !isDone.withLock({ $0 }) { Self.waitABit() }
    try await bench.settle(flags)
    #expect(events.all.isEmpty)
  }

  /// Keeps the thread, which an asynchronous wait would give away.
  private nonisolated static func waitABit() { usleep(1000) }
}
