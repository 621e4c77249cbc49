/// When what happens to event streams, in the loop's milliseconds.
struct EventStreamSchedule: Sendable {
  /// How long a client may take nothing.
  let stall: UInt64
  private let heartbeat: UInt64
  private let lifetime: ClosedRange<UInt64>

  init(_ configuration: EventStreamConfiguration) {
    stall = UV.milliseconds(configuration.stallTimeout)
    let hasHeartbeat = !configuration.heartbeat.isEmpty
    heartbeat = max(1, UV.milliseconds(hasHeartbeat ? configuration.heartbeatInterval : .infinity))
    let variation = min(max(configuration.lifetimeVariation, 0), 1)
    let shortest = UV.milliseconds(configuration.lifetime * (1 - variation))
    lifetime = shortest...max(shortest, UV.milliseconds(configuration.lifetime * (1 + variation)))
  }

  /// The first heartbeat of a stream, at any moment within an interval.
  func firstHeartbeat(now: UInt64, using generator: inout some RandomNumberGenerator) -> UInt64 {
    now &+ UInt64.random(in: 1...heartbeat, using: &generator)
  }

  /// The heartbeat after one that was due, without those that were missed.
  func heartbeat(after due: UInt64, now: UInt64) -> UInt64 {
    due &+ (max(now, due) &- due) / heartbeat &* heartbeat &+ heartbeat
  }

  /// The end of a stream that begins now.
  func end(now: UInt64, using generator: inout some RandomNumberGenerator) -> UInt64 {
    now &+ UInt64.random(in: lifetime, using: &generator)
  }
}
