import Foundation

/// What did not come about in time.
struct NeverHappened: Error, CustomStringConvertible {
  let description: String
}

/// Waits until something is true; the deadline is for a broken build only.
func until(_ what: String, within seconds: TimeInterval = 240, _ condition: () throws -> Bool) async throws {
  let deadline = Date().addingTimeInterval(seconds)
  while try !condition() {
    guard Date() < deadline else { throw NeverHappened(description: "within \(seconds) seconds: \(what)") }
    try await Task.sleep(nanoseconds: 2_000_000)
  }
}
