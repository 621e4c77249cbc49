/// A source of flags that can be asked for newer ones.
public protocol FlagProvider: FlagReading {
  /// Asks for the newest flags and waits for the answer.
  ///
  /// - Throws: ``FeatureFlagsError``. The flags in effect stay as they were.
  @discardableResult
  func refresh() async throws -> RefreshOutcome
}
