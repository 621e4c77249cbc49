/// What the server must remember about flags that were deleted, and about keys that several flags have had.
///
/// A flag keeps its id for ever; its key belongs to it until it is deleted.
public protocol FlagKeyStore: Sendable {
  /// The flags of one project that were deleted, in the order of their keys' bytes, those of one key by the instant of their
  /// creation and by id.
  func deletedFlags(projectID: String) async throws(StoreError) -> [FlagRecord]

  /// Every flag of a project that has or had `key`: the one that has it now, then the deleted ones, created last first.
  func flags(projectID: String, everNamed key: String) async throws(StoreError) -> [FlagRecord]

  /// One flag, archived or deleted or neither; nil when there never was one of that id.
  func flag(id: String) async throws(StoreError) -> FlagRecord?
}
