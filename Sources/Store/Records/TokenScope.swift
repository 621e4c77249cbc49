/// What an admin token is narrowed to.
public enum TokenScope: String, Sendable, Hashable, CaseIterable {
  /// Reading.
  case read
  /// Also editing flags and segments.
  case edit
  /// Also changing what users get at once.
  case release
  /// Everything that its owner may.
  case admin
}

extension Collection<TokenScope> {
  /// Whether a token with these scopes may do what a scope stands for.
  ///
  /// A token without scopes is not narrowed.
  public func allows(_ scope: TokenScope) -> Bool {
    isEmpty || contains(.admin) || contains(scope) || (scope == .read)
  }
}
