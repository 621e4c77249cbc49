/// Which jobs of a project are listed, and by what.
public struct JobFilter: Sendable, Hashable {
  /// What jobs are ordered by; jobs of one instant stand in the order of their planning.
  public enum Order: Sendable, Hashable {
    /// The instant they are planned for.
    case due
    /// Their planning.
    case planned
  }

  /// Only those in one of these states.
  public var states: Set<JobState>
  /// Only those about this flag; nil for all.
  public var flagID: String?
  /// Only those of this environment; nil for all, those of the whole project among them.
  public var environmentID: String?
  /// Only those that this actor planned; nil for all.
  public var actor: String?
  /// Only those that are due then or later, in milliseconds since 1970 UTC; nil for all.
  public var dueFrom: Int64?
  /// Only those that are due earlier, in milliseconds since 1970 UTC; nil for all.
  public var dueBefore: Int64?
  /// What they are ordered by.
  public var order: Order

  /// Creates a filter.
  public init(
    states: Set<JobState> = Set(JobState.allCases), flagID: String? = nil, environmentID: String? = nil,
    actor: String? = nil, dueFrom: Int64? = nil, dueBefore: Int64? = nil, order: Order = .due
  ) {
    self.states = states
    self.flagID = flagID
    self.environmentID = environmentID
    self.actor = actor
    self.dueFrom = dueFrom
    self.dueBefore = dueBefore
    self.order = order
  }

  /// The place of a job in the wanted order.
  public func place(of job: JobRecord) -> ListWindow.Place {
    ListWindow.Place(value: order == .due ? job.dueAt : 0, id: job.id)
  }
}
