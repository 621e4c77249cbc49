extension TokenRecord {
  /// Whether the token is good for everything in the instance, by itself: it belongs to no account, is not narrowed, and
  /// has not expired.
  ///
  /// Revoked ones are left out by whoever asks, since a change may be about to revoke it.
  ///
  /// - Parameter instant: Milliseconds since 1970 UTC.
  package func administersInstance(at instant: Int64) -> Bool {
    kind == .admin && projectID == nil && accountID == nil && scopes.allows(.admin) && environments.isEmpty
      && (expiresAt.map { instant < $0 } ?? true)
  }
}
