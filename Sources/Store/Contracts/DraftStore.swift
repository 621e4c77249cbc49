/// Edits that people have begun and not saved.
///
/// A draft belongs to whoever began it and changes nothing: it leaves no audit rows. It is thrown away together with what its
/// owner was: an account that is disabled, a membership that is taken away, a token that is revoked.
public protocol DraftStore: Sendable {
  /// Keeps a draft in the place of the one that its owner had of the same thing, and gives it back with its instant.
  ///
  /// - Parameters:
  ///   - draft: The draft; its instant is the store's to set.
  ///   - maximum: How many drafts its owner may have in the project.
  /// - Returns: nil when the owner has as many as that.
  func saveDraft(_ draft: DraftRecord, maximum: Int) async throws(StoreError) -> DraftRecord?

  /// The drafts that somebody has in a project, by environment and thing; those of one environment when it is given.
  func drafts(owner: String, projectID: String, environmentID: String?) async throws(StoreError) -> [DraftRecord]

  /// One draft; nil when its owner has none of that thing.
  func draft(owner: String, environmentID: String, object: String) async throws(StoreError) -> DraftRecord?

  /// Throws a draft away.
  /// - Returns: Whether there was one.
  @discardableResult
  func removeDraft(owner: String, environmentID: String, object: String) async throws(StoreError) -> Bool

  /// Throws drafts away that were not touched for `lifetime` milliseconds by the store's clock, and those of environments
  /// that are gone.
  func removeOldDrafts(lifetime: Int64) async throws(StoreError)
}
