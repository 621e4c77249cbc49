/// Why a store could not do what it was asked.
public enum StoreError: Error, Sendable, Hashable {
  /// A row was not at the expected version; nothing was written.
  case conflict(StoreConflict)
  /// The row that the change refers to does not exist.
  case notFound(object: String)
  /// A unique name is taken: a project's key, a flag's key within its project.
  case duplicate(object: String)
  /// A rule stands against the change, such as that an instance keeps an administrator; nothing was written. The reason is
  /// for whoever asked.
  case refused(reason: String)
  /// The change would leave more of something than the limits that came with it allow; nothing was written.
  case overLimit(what: String, found: Int64, allowed: Int64)
  /// Another process has the store open.
  case locked(path: String, pid: Int32?)
  /// The store was written by a newer version of Serin.
  case schemaTooNew(found: Int64, supported: Int64)
  /// The audit key is not the one that the store was written with.
  case wrongKey(path: String)
  /// A migration on record is not the one this program knows.
  case migrationAltered(version: Int64)
  /// The folder or file cannot be created or written.
  case notWritable(path: String, reason: String)
  /// The file is not a Serin store, or is damaged.
  case damaged(path: String, reason: String)
  /// The disk is full.
  case full(reason: String)
  /// The store was closed.
  case closed
  /// Any other failure of the engine underneath, in its own words.
  case failed(reason: String)
}

/// What stood in a change's way.
public struct StoreConflict: Sendable, Hashable {
  /// The row: `flag:<id>` or `item:<environment>/<kind>/<id>`.
  public var object: String
  /// The version that the change was made from; nil when the row was expected not to exist.
  public var expected: Int64?
  /// The version that is there; nil when the row does not exist.
  public var found: Int64?

  /// Creates a conflict.
  public init(object: String, expected: Int64?, found: Int64?) {
    self.object = object
    self.expected = expected
    self.found = found
  }
}
