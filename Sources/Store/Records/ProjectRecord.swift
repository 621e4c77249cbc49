/// A project: the owner of flags, segments and environments.
public struct ProjectRecord: Sendable, Hashable {
  /// `p_` and 16 base-32 characters; the application code that apps name.
  public var id: String
  /// The key that people type, unique in the store.
  public var key: String
  /// What people read.
  public var name: String
  /// Grows by one with every change of key or name; starts at 1.
  public var version: Int64
  /// When it was created, in milliseconds since 1970 UTC.
  public var createdAt: Int64

  /// Creates a record.
  public init(id: String, key: String, name: String, version: Int64 = 1, createdAt: Int64) {
    self.id = id
    self.key = key
    self.name = name
    self.version = version
    self.createdAt = createdAt
  }
}
