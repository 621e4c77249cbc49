import Foundation

/// What did not come about in time.
struct NeverHappened: Error, CustomStringConvertible {
  let description: String
}

/// Waits until there is a value; the deadline is for a broken build only.
func eventually<Value>(
  _ what: String, within seconds: TimeInterval = 240, _ value: () async throws -> Value?
) async throws -> Value {
  let deadline = Date().addingTimeInterval(seconds)
  while true {
    if let value = try await value() { return value }
    guard Date() < deadline else { throw NeverHappened(description: "within \(seconds) seconds: \(what)") }
    await Task.yield()
    try await Task.sleep(nanoseconds: 200_000)
  }
}

/// Waits until something is true; the deadline is for a broken build only.
func until(
  _ what: String, within seconds: TimeInterval = 240, _ condition: () async throws -> Bool
) async throws {
  _ = try await eventually(what, within: seconds) { try await condition() ? true : nil }
}
