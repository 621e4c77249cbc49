import Testing

@testable import Server

/// The problem that `body` throws.
func problem<Value>(
  _ sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws(Problem) -> Value
) async -> Problem {
  do throws(Problem) {
    _ = try await body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    return Problem(.internalError, "")
  } catch {
    return error
  }
}
