import SerinFlags
import Store

/// Which change requests of an environment are wanted, and how many of them.
struct ChangeRequestQuery: Sendable {
  /// What change requests are ordered by.
  enum Order: String, Sendable, CaseIterable { case created }

  var filter = ChangeRequestFilter(states: open)
  /// The key of a flag that they are about; nil for all.
  var flag: String?
  var search = ListSearch(isDescending: true)

  /// The states of those that are not closed.
  static let open: Set<ChangeRequestState> = [.open, .approved, .stale]

  /// What may be asked for.
  static let parameters: [OperationParameter] = [
    OperationParameter(
      "state", .oneOf(ChangeRequestState.allCases.map(\.rawValue)),
      "Only those in this state; those that are not closed when it is left out."),
    OperationParameter("by", .string(), "Only those that this account or token proposed, such as `account:a_...`."),
    OperationParameter("flag", .string(), "Only those about the flag of this key, alone or among others."),
    .search(in: "the title, the description, the author or the keys of flags and segments"),
    .sort(Order.self, standard: "-created"), .limit(standard: "\(ListSearch.standardLimit)"), .after,
  ]

  init() {}

  /// Reads what is asked for.
  /// - Throws: 400 that names the parameter and what is allowed.
  init(_ query: Query) throws(Problem) {
    if let state = try query.choice("state", of: ChangeRequestState.self) { filter.states = [state] }
    filter.author = query["by"]
    flag = query["flag"]
    let sort = try query.order(Order.self)
    search = try ListSearch(
      query, of: "changeRequests", by: sort?.order ?? .created, isDescending: sort?.isDescending ?? true)
  }

  /// Whether nothing is asked that the store does not know by itself.
  var isPlain: Bool { flag == nil && search.words.isEmpty }

  /// Whether a request is wanted that the store found.
  func wants(_ request: ChangeRequestRecord) -> Bool {
    let operation = try? request.operation
    if let flag { guard operation?.concerns(flag) ?? false else { return false } }
    guard !search.words.isEmpty else { return true }
    let keys = (operation?.flagKeys ?? []) + (operation?.segmentKeys ?? [])
    return SearchText([request.title, request.description, request.author] + keys).contains(search.words)
  }
}

extension ChangeRequestService {
  /// A page of the requests of an environment.
  func list(
    _ query: ChangeRequestQuery, in place: Place
  ) async throws(Problem) -> ListSearch.Page<ChangeRequestRecord> {
    let wants: ((ChangeRequestRecord) -> Bool)? = query.isPlain ? nil : { query.wants($0) }
    return try await query.search.page(
      bytes: { $0.textBytes }, place: { ListWindow.Place(id: $0.id) }, wants: wants
    ) { (window) async throws(StoreError) -> ListPage<ChangeRequestRecord> in
      try await store.changeRequestPage(environmentID: place.environment.id, filter: query.filter, window: window)
    }
  }
}
