/// The kinds of thing that an evaluator reads.
public enum ItemKind: String, Sendable, Hashable, CaseIterable {
  case flag, segment, list, token
}

/// One thing that an evaluator reads, in one environment.
///
/// Everything that can change an answer is an item, so that readers follow an environment by one revision number.
public struct ItemRecord: Sendable, Hashable {
  /// The environment it belongs to.
  public var environmentID: String
  /// What it is.
  public var kind: ItemKind
  /// The id of the flag, segment, list or token that it belongs to.
  public var id: String
  /// Grows by one with every change of this item; starts at 1.
  public var version: Int64
  /// The environment's revision that wrote it.
  public var revision: Int64
  /// The number of the document's schema.
  public var schema: Int64
  /// True while the flag is killed in this environment.
  public var isKilled: Bool
  /// True when the thing is archived or revoked: it leaves every answer.
  public var isGone: Bool
  /// The document, as exact JSON text.
  public var document: String
  /// Names the content: equal digests mean equal items.
  public var digest: Digest128
  /// When it was written, in milliseconds since 1970 UTC.
  public var updatedAt: Int64

  /// Creates a record.
  public init(
    environmentID: String, kind: ItemKind, id: String, version: Int64, revision: Int64, schema: Int64,
    isKilled: Bool, isGone: Bool, document: String, digest: Digest128, updatedAt: Int64
  ) {
    self.environmentID = environmentID
    self.kind = kind
    self.id = id
    self.version = version
    self.revision = revision
    self.schema = schema
    self.isKilled = isKilled
    self.isGone = isGone
    self.document = document
    self.digest = digest
    self.updatedAt = updatedAt
  }
}

/// One version of an item, with who wrote it.
public struct ItemVersion: Sendable, Hashable {
  /// The item as it was.
  public var item: ItemRecord
  /// Who wrote it and when.
  public var author: Authorship

  /// Creates a version.
  public init(item: ItemRecord, author: Authorship) {
    self.item = item
    self.author = author
  }
}

/// What changed in an environment since a revision.
public struct ItemDelta: Sendable, Hashable {
  /// The store's epoch at the moment of the read.
  public var epoch: Int64
  /// The environment's row at the moment of the read.
  public var environment: EnvironmentRecord
  /// Every item above the revision that was asked for, in the order of their revisions.
  public var items: [ItemRecord]

  /// Creates a delta.
  public init(epoch: Int64, environment: EnvironmentRecord, items: [ItemRecord]) {
    self.epoch = epoch
    self.environment = environment
    self.items = items
  }
}
