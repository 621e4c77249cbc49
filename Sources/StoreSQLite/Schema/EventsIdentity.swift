internal import Store

/// What `events.db` knows about itself: rows of the table `meta`, written once.
struct EventsIdentity {
  let connection: Connection
  let clock: @Sendable () -> Int64

  private static let since = "usage_since"

  /// Writes what is missing.
  func complete() throws(StoreError) {
    guard try written() == nil else { return }
    try connection.run("INSERT INTO meta (k, v) VALUES (?, ?)", Self.since, String(clock()))
  }

  /// The instant from which on usage is remembered, in milliseconds since 1970 UTC.
  func usageSince() throws(StoreError) -> Int64 {
    guard let text = try written(), let instant = Int64(text) else {
      throw .damaged(path: connection.path, reason: "the instant since which usage is kept is missing or not a number")
    }
    return instant
  }

  private func written() throws(StoreError) -> String? {
    try connection.row("SELECT v FROM meta WHERE k = ?", Self.since) { $0.text(0) }
  }
}
