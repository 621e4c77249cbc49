public import Foundation

/// Waits until there is a value, which it looks for again and again.
///
/// For what happens on another thread or task. The deadline is for broken code only: nothing should come near it.
///
/// - Parameters:
///   - what: What is waited for, as the error says it.
///   - seconds: How long to wait at most, by the real clock.
///   - value: Looks for the value; nil means not yet.
/// - Throws: ``NeverHappened`` when the time is over; `CancellationError` when the task is cancelled; what the closure
///   throws.
public func eventually<Value>(
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

/// Waits until something is true; see ``eventually(_:within:_:)``.
///
/// - Throws: ``NeverHappened`` when the time is over; `CancellationError` when the task is cancelled; what the closure
///   throws.
public func until(
  _ what: String, within seconds: TimeInterval = 240, _ condition: () async throws -> Bool
) async throws {
  _ = try await eventually(what, within: seconds) { try await condition() ? true : nil }
}
