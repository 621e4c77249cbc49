import Foundation

/// Both clocks, read together and once for one step of the engine.
struct Moment: Sendable {
  let now: Date
  let uptime: TimeInterval

  init(_ clock: any FlagClock) {
    now = clock.now
    uptime = clock.uptime
  }
}
