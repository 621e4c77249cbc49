/// On which day tokens were last used.
///
/// That is no configuration: it leaves no audit rows.
public protocol TokenUseStore: Sendable {
  /// Writes down in one batch that tokens were used; a day never goes back.
  ///
  /// - Parameter days: The day of use in days since 1970 UTC, by token id; ids that no token has are passed over.
  func noteTokens(usedOn days: [String: Int64]) async throws(StoreError)
}
