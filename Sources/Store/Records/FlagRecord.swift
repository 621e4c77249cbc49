/// A flag's own fields: what it is and whose, but nothing that can change an answer in an environment.
public struct FlagRecord: Sendable, Hashable {
  /// `f_` and 16 base-32 characters; stays the same for ever, also when the key is used again.
  public var id: String
  /// The project it belongs to.
  public var projectID: String
  /// The key that apps ask for.
  public var key: String
  /// `release`, `experiment`, `killSwitch`, `ops` or `permission`.
  public var kind: String
  /// Who answers for it.
  public var owner: String
  /// What it is for.
  public var description: String
  /// Free words for finding it.
  public var tags: [String]
  /// The day after which it should be gone (`YYYY-MM-DD`), or nil.
  public var expiresOn: String?
  /// Property names and their types, as a JSON object; of a property with a schema, an object with `type` and `schema`.
  public var propertyTypes: String
  /// Grows by one with every change of these fields; starts at 1.
  public var version: Int64
  /// When it was created, in milliseconds since 1970 UTC.
  public var createdAt: Int64
  /// When it was archived, in milliseconds since 1970 UTC, or nil.
  public var archivedAt: Int64?
  /// When it was deleted, in milliseconds since 1970 UTC, or nil; another flag may have its key since then.
  public var deletedAt: Int64?

  /// Creates a record.
  public init(
    id: String, projectID: String, key: String, kind: String, owner: String, description: String = "",
    tags: [String] = [], expiresOn: String? = nil, propertyTypes: String = "{}", version: Int64 = 1,
    createdAt: Int64 = 0, archivedAt: Int64? = nil, deletedAt: Int64? = nil
  ) {
    self.id = id
    self.projectID = projectID
    self.key = key
    self.kind = kind
    self.owner = owner
    self.description = description
    self.tags = tags
    self.expiresOn = expiresOn
    self.propertyTypes = propertyTypes
    self.version = version
    self.createdAt = createdAt
    self.archivedAt = archivedAt
    self.deletedAt = deletedAt
  }
}

/// One version of a flag's own fields, with who wrote it.
public struct FlagVersion: Sendable, Hashable {
  /// The fields as they were.
  public var flag: FlagRecord
  /// Who wrote them and when.
  public var author: Authorship

  /// Creates a version.
  public init(flag: FlagRecord, author: Authorship) {
    self.flag = flag
    self.author = author
  }
}

/// Who wrote a version, when, and under which audit row.
public struct Authorship: Sendable, Hashable {
  /// The actor of the audit row.
  public var actor: String
  /// When, in milliseconds since 1970 UTC.
  public var at: Int64
  /// The audit row's sequence number in its chain.
  public var auditSequence: Int64
  /// Through which path, such as `api`.
  public var via: String
  /// What was done, such as `flag.replace`.
  public var action: String
  /// Why; may be empty.
  public var reason: String

  /// Creates an authorship.
  public init(
    actor: String, at: Int64, auditSequence: Int64, via: String = "", action: String = "", reason: String = ""
  ) {
    self.actor = actor
    self.at = at
    self.auditSequence = auditSequence
    self.via = via
    self.action = action
    self.reason = reason
  }
}
