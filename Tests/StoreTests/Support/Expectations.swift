import Store
import Testing

/// Checks that `body` throws exactly this error.
func expectError(
  _ expected: StoreError, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws(StoreError) -> Void
) async {
  do throws(StoreError) {
    try await body()
    Issue.record("nothing was thrown instead of \(expected)", sourceLocation: sourceLocation)
  } catch {
    #expect(error == expected, sourceLocation: sourceLocation)
  }
}

/// The error that `body` throws.
func errorOf<Value>(_ body: () async throws(StoreError) -> Value) async -> StoreError? {
  do throws(StoreError) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}

/// Waits until a condition holds, for at most a minute.
func waitUntil(
  _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    try #require(ContinuousClock.now < deadline, what, sourceLocation: sourceLocation)
    await Task.yield()
  }
}

extension Sequence<ItemRecord> {
  /// The sum of the digests, computed from the contents.
  var recomputedDigest: Digest128 { reduce(.zero) { $0 + $1.computedDigest } }
}
