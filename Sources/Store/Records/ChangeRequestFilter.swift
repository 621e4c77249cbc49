/// Which change requests of an environment are listed.
public struct ChangeRequestFilter: Sendable, Hashable {
  /// Only those in one of these states.
  public var states: Set<ChangeRequestState>
  /// Only those of this author, as ``ChangeRequestRecord/author`` has them; nil for all.
  public var author: String?

  /// Creates a filter.
  public init(states: Set<ChangeRequestState> = Set(ChangeRequestState.allCases), author: String? = nil) {
    self.states = states
    self.author = author
  }
}
