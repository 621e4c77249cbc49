/// What the server must remember about segments, and about the long lists of ids that some of them name.
///
/// A long list is kept as 4,096 buckets of sorted hashes. Buckets are content: two states of a list share those in which
/// they do not differ, and a state that is no longer current can still be read, since old documents name it.
public protocol SegmentStore: Sendable {
  /// The segments of one project, those that were deleted included, in the order of their keys' bytes.
  func segments(projectID: String) async throws(StoreError) -> [SegmentRecord]

  /// The segment that owns `key` in the project now, else the last one that did, else nil.
  func segment(projectID: String, key: String) async throws(StoreError) -> SegmentRecord?

  /// The versions of one segment's own fields with version numbers in `versions`, oldest first, with who wrote them.
  func segmentHistory(segmentID: String, versions: ClosedRange<Int64>) async throws(StoreError) -> [SegmentVersion]

  /// The newest state with this content that any list of the environment ever had, or nil.
  ///
  /// - Parameter digest: The list's digest, 32 bytes.
  func list(environmentID: String, digest: [UInt8]) async throws(StoreError) -> ListRecord?

  /// The state that the list of a segment had at a revision, or nil when it had none yet.
  func list(environmentID: String, segmentID: String, at revision: Int64) async throws(StoreError) -> ListRecord?

  /// The buckets of a state that are not empty, in ascending order.
  ///
  /// - Parameter buckets: Which of them, so that a reader can take a large list in slices.
  func listChunks(of list: ListRecord, buckets: Range<Int>) async throws(StoreError) -> [ListChunk]

  /// The digests of the buckets that a segment's list has now, by bucket; empty ones are left out.
  func listBucketDigests(environmentID: String, segmentID: String) async throws(StoreError) -> [Int: [UInt8]]

  /// Begins to put the buckets of a new state aside, where no reader sees them, and gives the upload's id.
  ///
  /// What an upload put aside is gone when it was discarded, when its state became current (``Edit/list``), and when the
  /// store is opened the next time.
  func beginListUpload() async throws(StoreError) -> String

  /// Puts buckets aside that will differ from what the list has now; one without hashes will be empty.
  ///
  /// Each call is a transaction of its own, so that other writes get their turn between two of them.
  /// - Throws: ``StoreError/notFound(object:)`` when there is no such upload.
  func stage(_ chunks: [ListChunk], upload: String) async throws(StoreError)

  /// Forgets an upload; one that is not there is no error.
  func discardListUpload(_ upload: String) async throws(StoreError)
}
