import Foundation

/// What readers see: the flags in effect.
final class SnapshotBoard: Sendable {
  private struct View: Sendable {
    var table: FlagTable
    /// The uptime from which on the table is not used, whether or not a timer has noticed.
    var expiresAt: TimeInterval
  }

  private let view = StripedLock(View(table: .empty, expiresAt: .infinity))
  private let clock: any FlagClock

  init(clock: any FlagClock) {
    self.clock = clock
  }

  func flag(_ key: String) -> FeatureFlag? {
    let uptime = clock.uptime
    return view.read { uptime < $0.expiresAt ? $0.table.flag(key) : nil }
  }

  func isEnabled(_ key: String) -> Bool? {
    let uptime = clock.uptime
    return view.read { uptime < $0.expiresAt ? $0.table.isEnabled(key) : nil }
  }

  var table: FlagTable { table(at: clock.uptime) }

  /// The flags that readers see at that uptime.
  func table(at uptime: TimeInterval) -> FlagTable {
    view.read { uptime < $0.expiresAt ? $0.table : .empty }
  }

  /// Replaces the flags for all readers.
  ///
  /// - Parameter expiresAt: The uptime from which on readers see no flags.
  func publish(_ table: FlagTable, expiresAt: TimeInterval) {
    view.replace(with: View(table: table, expiresAt: expiresAt))
  }
}
