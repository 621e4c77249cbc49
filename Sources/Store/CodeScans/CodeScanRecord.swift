internal import SerinFlags

/// The last scan of one branch of a repository: where it stood, without the places that were found.
public struct CodeScanRecord: Sendable, Hashable {
  /// The project whose flags the code uses.
  public var projectID: String
  /// What people call the repository, such as `acme/shop`.
  public var repository: String
  /// The branch.
  public var branch: String
  /// The commit that was scanned.
  public var commit: String
  /// What a link to a line is made of, with placeholders such as `{file}`; nil when there are no links.
  public var link: String?
  /// How many places were found, as the store counts them.
  public var references: Int64
  /// How many bytes they take, each by its ``CodeReferenceRecord/storedBytes``.
  public var bytes: Int64
  /// When it was stored, in milliseconds since 1970 UTC.
  public var updatedAt: Int64

  /// Creates a record.
  public init(
    projectID: String, repository: String, branch: String, commit: String, link: String? = nil, references: Int64 = 0,
    bytes: Int64 = 0, updatedAt: Int64 = 0
  ) {
    self.projectID = projectID
    self.repository = repository
    self.branch = branch
    self.commit = commit
    self.link = link
    self.references = references
    self.bytes = bytes
    self.updatedAt = updatedAt
  }
}

extension CodeScanRecord {
  /// Whether both are of one branch of one repository.
  package func isSameBranch(as other: CodeScanRecord) -> Bool {
    repository.hasSameBytes(as: other.repository) && branch.hasSameBytes(as: other.branch)
  }

  /// The scan's branch, as audit rows and errors name it.
  package var object: String { "code:\(repository)@\(branch)" }
}
