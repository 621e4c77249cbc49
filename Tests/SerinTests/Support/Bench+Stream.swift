import Foundation
import SerinLock

@testable import Serin

extension FeatureFlags {
  /// The part that listens to the stream.
  var stream: StreamClient {
    get throws {
      guard let stream = engine.parts.lazy.compactMap({ $0 as? StreamClient }).first else {
        throw NeverHappened(description: "the client has a stream")
      }
      return stream
    }
  }
}

extension Bench {
  /// A client in the foreground whose stream is open and whose flags have arrived.
  func streamingClient(
    _ transport: StreamTransport, _ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) async throws -> FeatureFlags {
    let flags = try await activeClient(configure)
    try await transport.connection(0).open()
    try await until("the stream is open") { flags.state.isStreaming }
    try await settleRequests(flags)
    return flags
  }

  /// Waits until the client sleeps until it asks because of an announcement, and lets that time pass.
  func passAnnouncement(_ flags: FeatureFlags) async throws {
    let due = try await dueAnnouncement(flags)
    clock.advance(by: max(0, due - clock.uptime))
    try await until("it has asked") { try flags.stream.state.withLock { $0.timer?.due != due } }
    try await settleRequests(flags)
  }

  /// Waits until the client sleeps until it asks because of an announcement.
  func dueAnnouncement(_ flags: FeatureFlags) async throws -> TimeInterval {
    try await eventually("an announcement waits") {
      guard let due = try? flags.stream.state.withLock({ $0.timer?.due }) else { return nil }
      return clock.hasSleeper(until: due) ? due : nil
    }
  }

  /// Waits until nothing the stream announced is left to ask for.
  func settleAnnouncements(_ flags: FeatureFlags) async throws {
    try await until("no announcement waits") {
      guard let stream = try? flags.stream else { return true }
      return stream.state.withLock { ($0.timer?.due ?? .infinity) > clock.uptime }
    }
    try await settleRequests(flags)
  }
}
