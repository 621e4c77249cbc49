/// What the server must remember about work that is planned for an instant.
///
/// Several nodes share the jobs. One that works on a job holds it by a lease, and its fence number grows with each
/// holder, so that a node which was stopped in between cannot finish what another one has taken over.
public protocol JobStore: Sendable {
  /// The jobs of one project by due instant, those of one instant in the order of their planning.
  ///
  /// - Parameters:
  ///   - flagID: Only jobs about this flag; nil for all.
  ///   - includesFinished: Whether jobs that are over are listed too.
  ///   - limit: How many at most; when there are more, the ones that are due last are given.
  func jobs(
    projectID: String, flagID: String?, includesFinished: Bool, limit: Int
  ) async throws(StoreError) -> [JobRecord]

  /// Some jobs of one project in an order.
  ///
  /// - Parameters:
  ///   - filter: Which of them, and by what they are ordered.
  ///   - window: Which part of their list.
  func jobPage(
    projectID: String, filter: JobFilter, window: ListWindow
  ) async throws(StoreError) -> ListPage<JobRecord>

  /// One job, or nil.
  func job(id: String) async throws(StoreError) -> JobRecord?

  /// The instant at which the next job can be taken, in milliseconds since 1970 UTC; nil when none is left.
  ///
  /// It lies in the past when one can be taken now.
  func nextJobInstant() async throws(StoreError) -> Int64?

  /// Takes the job that is due first, if one is due, and makes it ``JobState/running`` under a new fence.
  ///
  /// The jobs of one project are given out in the order of their instants, one at a time: while one is running or waits
  /// to be tried again, later ones stay. A job whose lease has run out is due again.
  /// - Parameter lease: How long it is held, in milliseconds.
  func claimJob(lease: Int64) async throws(StoreError) -> JobRecord?

  /// Gives a job back that could not be done now.
  ///
  /// - Parameters:
  ///   - fence: The fence under which it was taken.
  ///   - delay: After how many milliseconds it is due again.
  ///   - error: What stood in the way.
  /// - Returns: Whether it was still held under that fence; otherwise nothing changes.
  func releaseJob(id: String, fence: Int64, delay: Int64, error: String) async throws(StoreError) -> Bool
}
