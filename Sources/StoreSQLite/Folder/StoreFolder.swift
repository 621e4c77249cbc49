/// The folder of a store: where its files are.
struct StoreFolder: Sendable {
  /// The folder without a slash at its end.
  let path: String

  /// The configuration's database.
  var database: String { path + "/config.db" }
  /// The events' database.
  var events: String { path + "/events.db" }
  /// The file whose lock says that the store is in use.
  var lockFile: String { path + "/serin.lock" }

  init(path: String) {
    var trimmed = Substring(path)
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.path = String(trimmed)
  }
}
