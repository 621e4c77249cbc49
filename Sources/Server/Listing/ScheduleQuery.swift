import SerinFlags
import Store

/// Which planned changes of a project are wanted, in which order, and how many of them.
struct ScheduleQuery: Sendable {
  /// What planned changes are ordered by.
  enum Order: String, Sendable, CaseIterable { case at, created }

  var filter = JobFilter(states: waiting)
  /// The key of a flag that they are about; nil for all.
  var flag: String?
  /// The key of an environment; nil for all.
  var environment: String?
  var search = ListSearch()

  /// The states of those that are not over.
  static let waiting = Set(JobState.allCases.filter { !$0.isFinished })

  /// What may be asked for.
  static let parameters: [OperationParameter] = [
    OperationParameter(
      "state", .oneOf(JobState.allCases.map(\.rawValue)), "Only those in this state; `finished` has no say then."),
    OperationParameter("finished", .boolean(), "Whether those that are over are listed too."),
    OperationParameter("flag", .key, "Only those of this flag."),
    OperationParameter("environment", .key, "Only those of this environment."),
    OperationParameter("by", .string(), "Only those that this account or token planned, such as `account:a_...`."),
    OperationParameter("from", .instant("An instant."), "Only those that are planned for then or later."),
    OperationParameter("until", .instant("An instant."), "Only those that are planned for earlier."),
    .search(in: "the reason, the name of the operation, whoever planned it, or the keys of flags and segments"),
    .sort(Order.self, standard: Order.at.rawValue), .limit(standard: "\(ListSearch.standardLimit)"), .after,
  ]

  /// Reads what is asked for.
  /// - Throws: 400 that names the parameter and what is allowed.
  init(_ query: Query) throws(Problem) {
    if try query.boolean("finished") { filter.states = Set(JobState.allCases) }
    if let state = try query.choice("state", of: JobState.self) { filter.states = [state] }
    filter.actor = query["by"]
    filter.dueFrom = try query.instant("from")
    filter.dueBefore = try query.instant("until")
    flag = query["flag"]
    environment = query["environment"]
    let sort = try query.order(Order.self)
    if sort?.order == .created { filter.order = .planned }
    search = try ListSearch(
      query, of: "schedules", by: sort?.order ?? .at, isDescending: sort?.isDescending ?? false)
  }

  /// Whether a job has the words that are searched for.
  func wants(_ job: JobRecord) -> Bool {
    var parts = [job.reason, job.actor]
    if case .change(let operation)? = try? PlannedJob(job) {
      parts += [operation.name] + operation.flagKeys + operation.segmentKeys
    }
    return SearchText(parts).contains(search.words)
  }
}

extension ScheduleService {
  /// A page of the changes of a project.
  /// - Throws: 404 for a flag or an environment that is not there.
  func list(_ query: ScheduleQuery, in project: ProjectRecord) async throws(Problem) -> ListSearch.Page<JobRecord> {
    var filter = query.filter
    var flagID: String?
    if let key = query.flag { flagID = try await flag(key, in: project).id }
    if let key = query.environment {
      filter.environmentID = try flags.keeper.state.ruleset(key, in: project).environment.id
    }
    let settled = filter
    let wanted = flagID
    let wants: ((JobRecord) -> Bool)? =
      query.search.words.isEmpty && wanted == nil ? nil : { query.wants($0) && $0.concerns(wanted, key: query.flag) }
    return try await query.search.page(
      bytes: { $0.textBytes }, place: { settled.place(of: $0) }, wants: wants
    ) { (window) async throws(StoreError) -> ListPage<JobRecord> in
      try await store.jobPage(projectID: project.id, filter: settled, window: window)
    }
  }
}

extension JobRecord {
  /// Whether it is about a flag: that one alone, or several of which it is one; everything is about no flag in particular.
  fileprivate func concerns(_ id: String?, key: String?) -> Bool {
    guard let id, let key else { return true }
    if let flagID { return flagID.hasSameBytes(as: id) }
    guard case .change(let operation)? = try? PlannedJob(self) else { return false }
    return operation.concerns(key)
  }
}
