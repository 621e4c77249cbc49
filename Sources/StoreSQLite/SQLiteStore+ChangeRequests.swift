public import Store

extension SQLiteStore {
  /// The change requests of one environment, newest first; a negative limit gives none.
  public func changeRequests(
    environmentID: String, states: Set<ChangeRequestState>, limit: Int
  ) async throws(StoreError) -> [ChangeRequestRecord] {
    let atMost = Int64(max(0, limit))
    let wanted = "," + states.map(\.rawValue).joined(separator: ",") + ","
    return try await read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.changeRequestColumns) FROM change_request
        WHERE env_id = ? AND instr(?, ',' || state || ',') > 0 ORDER BY no DESC LIMIT ?
        """, environmentID, wanted, atMost
      ) { row throws(StoreError) in try row.changeRequest() }
    }
  }

  /// Some change requests of one environment in the order in which they were proposed.
  public func changeRequestPage(
    environmentID: String, filter: ChangeRequestFilter, window: ListWindow
  ) async throws(StoreError) -> ListPage<ChangeRequestRecord> {
    try await read { connection throws(StoreError) in
      var conditions = Conditions()
      conditions.add("env_id", equals: environmentID)
      // Without statistics SQLite would take the index of all of them, and read the rows of those that were closed long ago.
      let isOpen = filter.states == [.open, .approved, .stale]
      if isOpen {
        conditions.add("state IN ('approved', 'open', 'stale')")
      } else if filter.states != Set(ChangeRequestState.allCases) {
        conditions.add("state", in: filter.states.map(\.rawValue))
      }
      conditions.add("author_id", equals: filter.author)
      if let id = window.after?.id {
        conditions.add("no \(window.isDescending ? "<" : ">") (SELECT no FROM change_request WHERE id = ?)", id)
      }
      return try connection.page(
        of: "change_request", index: isOpen && filter.author == nil ? "change_request_open" : nil,
        columns: Row.changeRequestColumns, where: conditions, order: ["no"], window: window, bytes: \.textBytes
      ) { row throws(StoreError) in try row.changeRequest() }
    }
  }

  /// One change request, or nil.
  public func changeRequest(id: String) async throws(StoreError) -> ChangeRequestRecord? {
    try await readShort { connection throws(StoreError) in
      try connection.row("SELECT \(Row.changeRequestColumns) FROM change_request WHERE id = ?", id) {
        row throws(StoreError) in try row.changeRequest()
      }
    }
  }

  /// What people said of one change request, oldest first.
  public func changeVerdicts(requestID: String) async throws(StoreError) -> [ChangeVerdictRecord] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        "SELECT \(Row.changeVerdictColumns) FROM change_approval WHERE request_id = ? ORDER BY at, no", requestID
      ) { row throws(StoreError) in try row.changeVerdict() }
    }
  }

  /// The comments on one change request, oldest first.
  public func changeComments(requestID: String) async throws(StoreError) -> [ChangeCommentRecord] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        "SELECT \(Row.changeCommentColumns) FROM comment WHERE request_id = ? ORDER BY no", requestID
      ) { $0.changeComment() }
    }
  }
}
