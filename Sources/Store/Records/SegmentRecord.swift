/// A segment's own fields: what it is, but nothing that says who belongs to it in an environment.
///
/// Its definition is an item of each environment that has one, whose id is the segment's key.
public struct SegmentRecord: Sendable, Hashable {
  /// `g_` and 16 base-32 characters; another one when the key is used again.
  public var id: String
  /// The project it belongs to.
  public var projectID: String
  /// The key that rules use.
  public var key: String
  /// `conditions`, `list` or `behaviour`.
  public var kind: String
  /// What it is for.
  public var description: String
  /// Free words for finding it.
  public var tags: [String]
  /// Grows by one with every change of these fields; starts at 1.
  public var version: Int64
  /// When it was created, in milliseconds since 1970 UTC.
  public var createdAt: Int64
  /// When it was deleted, in milliseconds since 1970 UTC, or nil.
  public var archivedAt: Int64?

  /// Creates a record.
  public init(
    id: String, projectID: String, key: String, kind: String, description: String = "", tags: [String] = [],
    version: Int64 = 1, createdAt: Int64 = 0, archivedAt: Int64? = nil
  ) {
    self.id = id
    self.projectID = projectID
    self.key = key
    self.kind = kind
    self.description = description
    self.tags = tags
    self.version = version
    self.createdAt = createdAt
    self.archivedAt = archivedAt
  }
}

extension SegmentRecord {
  /// How many bytes the texts have that may be long.
  package var textBytes: Int { tags.reduce(description.utf8.count) { $0 + $1.utf8.count } }
}

/// One version of a segment's own fields, with who wrote it.
public struct SegmentVersion: Sendable, Hashable {
  /// The fields as they were.
  public var segment: SegmentRecord
  /// Who wrote them and when.
  public var author: Authorship

  /// Creates a version.
  public init(segment: SegmentRecord, author: Authorship) {
    self.segment = segment
    self.author = author
  }
}
