import SerinLock
import Store

/// A real store whose reads can be made to fail or to wait.
final class FaultyStore: ConfigurationStore {
  private struct State {
    var failsReads = false
    var isAway = false
    var tokensGate: (@Sendable () async -> Void)?
    var stageGate: (@Sendable () async -> Void)?
    var beforeCommit: (@Sendable (Change) async -> Void)?
    var afterCommit: (@Sendable (Change) async -> Void)?
    var beforePast: (@Sendable () async -> Void)?
    var versionsRead = 0
  }

  let store: any ConfigurationStore
  private let state = Lock(State())

  init(_ store: any ConfigurationStore) { self.store = store }

  /// Whether reads of items fail from now on.
  func failReads(_ fails: Bool) { state.withLock { $0.failsReads = fails } }

  /// Whether everything that planned changes need fails from now on.
  func goAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

  /// What a read of tokens does before it answers with what it read.
  func holdTokens(_ gate: (@Sendable () async -> Void)?) { state.withLock { $0.tokensGate = gate } }

  /// What happens before the next buckets of a list are put aside; it is done once.
  func beforeStaging(_ gate: (@Sendable () async -> Void)?) { state.withLock { $0.stageGate = gate } }

  /// What happens before a change is committed.
  func beforeCommits(_ body: (@Sendable (Change) async -> Void)?) { state.withLock { $0.beforeCommit = body } }

  /// What happens when a change was committed, before whoever made it hears of it.
  func afterCommits(_ body: (@Sendable (Change) async -> Void)?) { state.withLock { $0.afterCommit = body } }

  /// What happens before what an environment held in the past is read.
  func beforePastReads(_ body: (@Sendable () async -> Void)?) { state.withLock { $0.beforePast = body } }

  /// How many versions of flags, segments and items were read so far.
  var versionsRead: Int { state.withLock { $0.versionsRead } }

  /// Counts versions that were read.
  func note<Version>(_ versions: [Version]) -> [Version] {
    state.withLock { $0.versionsRead += versions.count }
    return versions
  }

  private func check() throws(StoreError) {
    if state.withLock({ $0.failsReads }) { throw .failed(reason: "the test says so") }
  }

  private func checkPresence() throws(StoreError) {
    if state.withLock({ $0.isAway }) { throw .failed(reason: "the test says so") }
  }

  func epoch() async throws(StoreError) -> Int64 { try await store.epoch() }
  func projects() async throws(StoreError) -> [ProjectRecord] { try await store.projects() }
  func environments(projectID: String?) async throws(StoreError) -> [EnvironmentRecord] {
    try check()
    return try await store.environments(projectID: projectID)
  }
  func items(
    environmentID: String, at instant: Int64, kind: ItemKind?
  ) async throws(StoreError) -> ItemDelta {
    await state.withLock { $0.beforePast }?()
    return try await store.items(environmentID: environmentID, at: instant, kind: kind)
  }

  func items(environmentID: String, after revision: Int64) async throws(StoreError) -> ItemDelta {
    try check()
    return try await store.items(environmentID: environmentID, after: revision)
  }
  func items(environmentID: String, kind: ItemKind, ids: [String]?) async throws(StoreError) -> ItemDelta {
    try check()
    return try await store.items(environmentID: environmentID, kind: kind, ids: ids)
  }
  func auditHeads() async throws(StoreError) -> [String: AuditHead] { try await store.auditHeads() }
  func auditHash(chain: String, sequence: Int64) async throws(StoreError) -> [UInt8]? {
    try await store.auditHash(chain: chain, sequence: sequence)
  }
  func flags(projectID: String) async throws(StoreError) -> [FlagRecord] {
    try await store.flags(projectID: projectID)
  }
  func flag(projectID: String, key: String) async throws(StoreError) -> FlagRecord? {
    try await store.flag(projectID: projectID, key: key)
  }
  func deletedFlags(projectID: String) async throws(StoreError) -> [FlagRecord] {
    try await store.deletedFlags(projectID: projectID)
  }
  func flags(projectID: String, everNamed key: String) async throws(StoreError) -> [FlagRecord] {
    try await store.flags(projectID: projectID, everNamed: key)
  }
  func flag(id: String) async throws(StoreError) -> FlagRecord? { try await store.flag(id: id) }
  func item(environmentID: String, kind: ItemKind, id: String) async throws(StoreError) -> ItemRecord? {
    try await store.item(environmentID: environmentID, kind: kind, id: id)
  }
  func itemHistory(environmentID: String, kind: ItemKind, id: String, versions: ClosedRange<Int64>)
    async throws(StoreError) -> [ItemVersion]
  { note(try await store.itemHistory(environmentID: environmentID, kind: kind, id: id, versions: versions)) }
  func flagHistory(flagID: String, versions: ClosedRange<Int64>) async throws(StoreError) -> [FlagVersion] {
    note(try await store.flagHistory(flagID: flagID, versions: versions))
  }
  func tokens(projectID: String?) async throws(StoreError) -> [TokenRecord] {
    let tokens = try await store.tokens(projectID: projectID)
    await state.withLock { $0.tokensGate }?()
    return tokens
  }
  func codeScans(projectID: String) async throws(StoreError) -> [CodeScanRecord] {
    try await store.codeScans(projectID: projectID)
  }
  func codeReferences(projectID: String, flagKey: String, limit: Int) async throws(StoreError) -> FlagReferences {
    try await store.codeReferences(projectID: projectID, flagKey: flagKey, limit: limit)
  }
  func jobs(
    projectID: String, flagID: String?, includesFinished: Bool, limit: Int
  ) async throws(StoreError) -> [JobRecord] {
    try await store.jobs(projectID: projectID, flagID: flagID, includesFinished: includesFinished, limit: limit)
  }
  func job(id: String) async throws(StoreError) -> JobRecord? { try await store.job(id: id) }
  func nextJobInstant() async throws(StoreError) -> Int64? {
    try checkPresence()
    return try await store.nextJobInstant()
  }
  func claimJob(lease: Int64) async throws(StoreError) -> JobRecord? {
    try checkPresence()
    return try await store.claimJob(lease: lease)
  }
  func releaseJob(id: String, fence: Int64, delay: Int64, error: String) async throws(StoreError) -> Bool {
    try checkPresence()
    return try await store.releaseJob(id: id, fence: fence, delay: delay, error: error)
  }
  func changeRequests(
    environmentID: String, states: Set<ChangeRequestState>, limit: Int
  ) async throws(StoreError) -> [ChangeRequestRecord] {
    try await store.changeRequests(environmentID: environmentID, states: states, limit: limit)
  }
  func changeRequest(id: String) async throws(StoreError) -> ChangeRequestRecord? {
    try await store.changeRequest(id: id)
  }
  func changeVerdicts(requestID: String) async throws(StoreError) -> [ChangeVerdictRecord] {
    try await store.changeVerdicts(requestID: requestID)
  }
  func changeComments(requestID: String) async throws(StoreError) -> [ChangeCommentRecord] {
    try await store.changeComments(requestID: requestID)
  }
  func firstBrokenAuditRow(chain: String) async throws(StoreError) -> Int64? {
    try await store.firstBrokenAuditRow(chain: chain)
  }
  func segments(projectID: String) async throws(StoreError) -> [SegmentRecord] {
    try await store.segments(projectID: projectID)
  }
  func segment(projectID: String, key: String) async throws(StoreError) -> SegmentRecord? {
    try await store.segment(projectID: projectID, key: key)
  }
  func segmentHistory(segmentID: String, versions: ClosedRange<Int64>) async throws(StoreError) -> [SegmentVersion] {
    note(try await store.segmentHistory(segmentID: segmentID, versions: versions))
  }
  func list(environmentID: String, digest: [UInt8]) async throws(StoreError) -> ListRecord? {
    try check()
    return try await store.list(environmentID: environmentID, digest: digest)
  }
  func list(environmentID: String, segmentID: String, at revision: Int64) async throws(StoreError) -> ListRecord? {
    try await store.list(environmentID: environmentID, segmentID: segmentID, at: revision)
  }
  func listChunks(of list: ListRecord, buckets: Range<Int>) async throws(StoreError) -> [ListChunk] {
    try await store.listChunks(of: list, buckets: buckets)
  }
  func listBucketDigests(environmentID: String, segmentID: String) async throws(StoreError) -> [Int: [UInt8]] {
    try await store.listBucketDigests(environmentID: environmentID, segmentID: segmentID)
  }
  func beginListUpload() async throws(StoreError) -> String { try await store.beginListUpload() }
  func stage(_ chunks: [ListChunk], upload: String) async throws(StoreError) {
    let gate = state.withLock { state in
      let gate = state.stageGate
      state.stageGate = nil
      return gate
    }
    await gate?()
    try await store.stage(chunks, upload: upload)
  }
  func discardListUpload(_ upload: String) async throws(StoreError) { try await store.discardListUpload(upload) }
  func commit(_ change: Change) async throws(StoreError) -> Commit {
    try checkPresence()
    await state.withLock { $0.beforeCommit }?(change)
    let commit = try await store.commit(change)
    await state.withLock { $0.afterCommit }?(change)
    return commit
  }
  func close() async { await store.close() }
}
