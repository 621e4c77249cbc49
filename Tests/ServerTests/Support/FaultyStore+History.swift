import Store

// What is read in pieces is counted and passed on.
extension FaultyStore {
  func auditPage(chain: String, after sequence: Int64, object: String?, limit: Int, bytes: Int)
    async throws(StoreError) -> AuditPage
  { try await store.auditPage(chain: chain, after: sequence, object: object, limit: limit, bytes: bytes) }
  func itemHistory(environmentID: String, kind: ItemKind, id: String, newest window: HistoryWindow)
    async throws(StoreError) -> [ItemVersion]
  { note(try await store.itemHistory(environmentID: environmentID, kind: kind, id: id, newest: window)) }
  func flagHistory(flagID: String, newest window: HistoryWindow) async throws(StoreError) -> [FlagVersion] {
    note(try await store.flagHistory(flagID: flagID, newest: window))
  }
  func segmentHistory(segmentID: String, newest window: HistoryWindow) async throws(StoreError) -> [SegmentVersion] {
    note(try await store.segmentHistory(segmentID: segmentID, newest: window))
  }
  func changeRequestPage(
    environmentID: String, filter: ChangeRequestFilter, window: ListWindow
  ) async throws(StoreError) -> ListPage<ChangeRequestRecord> {
    try await store.changeRequestPage(environmentID: environmentID, filter: filter, window: window)
  }
  func jobPage(
    projectID: String, filter: JobFilter, window: ListWindow
  ) async throws(StoreError) -> ListPage<JobRecord> {
    try await store.jobPage(projectID: projectID, filter: filter, window: window)
  }
}
