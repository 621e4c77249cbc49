import Foundation
import SerinLock
import Testing

@testable import Serin

extension Bench {
  /// Waits until everything recorded is in the queue and no batch is under way.
  func settleEvents(_ flags: FeatureFlags) async throws {
    try await until("everything recorded is in the queue and no batch is under way") {
      await withCheckedContinuation { done in flags.engine.events.serial.async { done.resume() } }
      return flags.engine.events.sender.state.withLock { $0.flight == nil }
        && flags.engine.events.state.withLock { $0.pending.isEmpty && !$0.isDrainScheduled }
    }
    await withCheckedContinuation { done in flags.engine.events.serial.async { done.resume() } }
  }

  /// Lets time pass once the timer for events sleeps, and waits until what became due is done.
  func advanceEvents(by seconds: TimeInterval, _ flags: FeatureFlags) async throws {
    try await settleEvents(flags)
    try await until("the timer for events sleeps") {
      guard let due = flags.engine.events.sender.state.withLock({ $0.timer?.due }) else { return true }
      return clock.hasSleeper(until: due)
    }
    clock.advance(by: seconds)
    try await until("nothing for events is due") {
      flags.engine.events.sender.state.withLock { ($0.timer?.due ?? .infinity) > clock.uptime }
    }
    try await settleEvents(flags)
  }

  /// Enters a phase and waits until the recorder has heard of it.
  func enter(_ phase: LifecyclePhase, _ flags: FeatureFlags) async throws {
    let isActive = phase == .active
    lifecycle.enter(phase)
    try await until("the phase is entered") { flags.engine.events.sender.state.withLock { $0.isActive == isActive } }
    try await settleEvents(flags)
  }

  /// A client in the foreground with the server's flags.
  func seeingClient(
    user: String? = "alice", _ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) async throws -> FeatureFlags {
    let flags = try await activeClient(user: user, configure)
    try await settleRequests(flags)
    try await until("the recorder has heard") { flags.engine.events.sender.state.withLock(\.isActive) }
    try await settleEvents(flags)
    return flags
  }

  /// Waits until an extension has left what it had to leave.
  func settleExtension(_ flags: FeatureFlags) async throws {
    try await until("nothing is about to be left") {
      await withCheckedContinuation { done in flags.engine.events.serial.async { done.resume() } }
      return flags.engine.events.state.withLock { !$0.isDrainScheduled }
    }
  }

  /// The same on a copy of the folder as it is now, as if the processes ended in this moment.
  func copy() throws -> Bench {
    let copy = try Bench(transport, clock: clock)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      try FileManager.default.copyItem(
        at: folder.url.appendingPathComponent(name), to: copy.folder.url.appendingPathComponent(name))
    }
    return copy
  }

  /// Puts this folder's queue of events in place of another's.
  func moveQueue(to other: Bench) throws {
    let queue = try #require(folder.files.first { $0.lastPathComponent == EventRecorder.queueName })
    let folder = try #require(other.folder.files.first { $0.path.contains("/events/") }).deletingLastPathComponent()
    try SystemFiles().replace(
      folder.appendingPathComponent(EventRecorder.queueName).path, with: Array(Data(contentsOf: queue)))
  }

  /// The names of the files of events.
  var eventFiles: [String] {
    folder.files.filter { $0.path.contains("/events/") }.map(\.lastPathComponent)
  }
}

extension ProcessTable {
  /// A process of the test's own, among others that are gone.
  static func process(_ number: Int32, start: UInt64 = 1, alive: Set<Int32> = []) -> ProcessTable {
    ProcessTable(
      current: number, currentStart: start, boot: "0123456789abcdef",
      status: { alive.contains($0) ? .running(since: 1) : .gone })
  }
}
