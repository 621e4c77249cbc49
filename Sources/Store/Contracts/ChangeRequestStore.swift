/// What the server must remember about changes that others have to approve.
public protocol ChangeRequestStore: Sendable {
  /// The change requests of one environment, newest first, at most `limit`.
  ///
  /// - Parameter states: Only those in one of these states.
  func changeRequests(
    environmentID: String, states: Set<ChangeRequestState>, limit: Int
  ) async throws(StoreError) -> [ChangeRequestRecord]

  /// Some change requests of one environment in the order in which they were proposed.
  ///
  /// - Parameters:
  ///   - filter: Which of them.
  ///   - window: Which part of their list; the value of its place has no meaning.
  func changeRequestPage(
    environmentID: String, filter: ChangeRequestFilter, window: ListWindow
  ) async throws(StoreError) -> ListPage<ChangeRequestRecord>

  /// One change request, or nil.
  func changeRequest(id: String) async throws(StoreError) -> ChangeRequestRecord?

  /// What people said of one change request, oldest first, that of earlier contents included.
  func changeVerdicts(requestID: String) async throws(StoreError) -> [ChangeVerdictRecord]

  /// The comments on one change request, oldest first.
  func changeComments(requestID: String) async throws(StoreError) -> [ChangeCommentRecord]
}
