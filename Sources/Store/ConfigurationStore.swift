/// What the server must remember about projects, environments, flags, keys and who changed them.
///
/// One store holds every project. Reads see only committed changes. All functions may be called from any task;
/// none of them blocks the caller's thread. Every instant is milliseconds since 1970 UTC, read from the store's
/// own clock inside the transaction, so that all nodes that share a store agree on the order of things.
public protocol ConfigurationStore:
  FlagKeyStore, SegmentStore, AccountStore, SessionStore, TokenUseStore, JobStore, ChangeRequestStore,
  IdempotencyStore, DraftStore, HistoryStore
{
  /// The store's epoch, which grows when a backup is restored or another primary takes over.
  ///
  /// Revisions can be compared only within one epoch.
  func epoch() async throws(StoreError) -> Int64

  /// Every project that is not archived, in the order of their keys.
  func projects() async throws(StoreError) -> [ProjectRecord]

  /// The environments of one project (or of all projects when `projectID` is nil), by position.
  func environments(projectID: String?) async throws(StoreError) -> [EnvironmentRecord]

  /// The environment's row together with every item whose revision is above `revision`, read in one snapshot.
  ///
  /// `after: 0` gives all items, those that are gone included, so that a reader can drop them.
  func items(environmentID: String, after revision: Int64) async throws(StoreError) -> ItemDelta

  /// The environment's row together with some of its items, read in one snapshot.
  ///
  /// - Parameters:
  ///   - kind: Their kind.
  ///   - ids: Their ids; nil for all of the kind. Those that the environment never had are left out.
  func items(environmentID: String, kind: ItemKind, ids: [String]?) async throws(StoreError) -> ItemDelta

  /// What the environment held at an instant: its items with the revision and digest that it had then.
  ///
  /// - Parameters:
  ///   - instant: Milliseconds since 1970 UTC; before the first change the environment was empty, at revision 0.
  ///   - kind: Only items of this kind; nil for all. The digest is that of the items that are given.
  func items(environmentID: String, at instant: Int64, kind: ItemKind?) async throws(StoreError) -> ItemDelta

  /// The flags of one project that were not deleted, archived ones included, in the order of their keys' bytes.
  func flags(projectID: String) async throws(StoreError) -> [FlagRecord]

  /// The flag that owns `key` in the project now, or nil.
  func flag(projectID: String, key: String) async throws(StoreError) -> FlagRecord?

  /// One item as it is now, or nil when the environment never had it.
  func item(environmentID: String, kind: ItemKind, id: String) async throws(StoreError) -> ItemRecord?

  /// The versions of one item with version numbers in `versions`, oldest first, with who wrote them.
  func itemHistory(environmentID: String, kind: ItemKind, id: String, versions: ClosedRange<Int64>)
    async throws(StoreError) -> [ItemVersion]

  /// The versions of one flag's own fields with version numbers in `versions`, oldest first, with who wrote them.
  func flagHistory(flagID: String, versions: ClosedRange<Int64>) async throws(StoreError) -> [FlagVersion]

  /// Tokens, revoked ones included, oldest first. `projectID` nil gives every token of the instance.
  func tokens(projectID: String?) async throws(StoreError) -> [TokenRecord]

  /// The scans of one project's code, one for each branch of a repository, by repository and branch.
  func codeScans(projectID: String) async throws(StoreError) -> [CodeScanRecord]

  /// The places in code that name one flag, by repository, branch, file, line and column, at most `limit`.
  ///
  /// Read in one snapshot, so that no branch is half of one scan and half of the next.
  func codeReferences(projectID: String, flagKey: String, limit: Int) async throws(StoreError) -> FlagReferences

  /// The ends of every chain of the audit log, by chain.
  ///
  /// Kept outside of the store they are an anchor: whoever owns the database and its key can write a chain anew, but not
  /// so that it passes through an end that somebody else wrote down.
  func auditHeads() async throws(StoreError) -> [String: AuditHead]

  /// The hash of one audit row, or nil when the chain has no such row.
  func auditHash(chain: String, sequence: Int64) async throws(StoreError) -> [UInt8]?

  /// Recomputes the keyed hash chain of the audit log and gives the sequence number of the first row that does not
  /// fit, or nil when the whole chain is as it was written.
  func firstBrokenAuditRow(chain: String) async throws(StoreError) -> Int64?

  /// Does everything in the change or nothing of it, and returns once it would survive a loss of power.
  ///
  /// Every environment that the change touches gets one new revision, which all of its written items carry. An edit
  /// that would leave everything as it is writes nothing: no version, no revision, no audit row.
  /// - Throws: ``StoreError/conflict(_:)`` when a row is not at the version that the change expects.
  func commit(_ change: Change) async throws(StoreError) -> Commit

  /// Finishes the writes that are queued, then releases files and locks. Later calls throw ``StoreError/closed``.
  func close() async
}
