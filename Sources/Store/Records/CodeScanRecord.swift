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
  /// How many places were found.
  public var references: Int64
  /// When it was stored, in milliseconds since 1970 UTC.
  public var updatedAt: Int64

  /// Creates a record.
  public init(
    projectID: String, repository: String, branch: String, commit: String, link: String? = nil, references: Int64 = 0,
    updatedAt: Int64 = 0
  ) {
    self.projectID = projectID
    self.repository = repository
    self.branch = branch
    self.commit = commit
    self.link = link
    self.references = references
    self.updatedAt = updatedAt
  }
}

extension CodeScanRecord {
  /// Whether both are of one branch of one repository.
  package func isSameBranch(as other: CodeScanRecord) -> Bool {
    repository.hasSameBytes(as: other.repository) && branch.hasSameBytes(as: other.branch)
  }
}

/// A place in code that names a flag.
public struct CodeReferenceRecord: Sendable, Hashable {
  /// The flag's key as the code has it; the project may have no such flag.
  public var flagKey: String
  /// The file's path from the repository's root on.
  public var file: String
  /// The line, from 1.
  public var line: Int64
  /// The byte of the line, from 1.
  public var column: Int64
  /// In which way the place names the flag, such as `literal`.
  public var kind: String
  /// What stands in the line.
  public var snippet: String

  /// Creates a record.
  public init(flagKey: String, file: String, line: Int64, column: Int64, kind: String, snippet: String) {
    self.flagKey = flagKey
    self.file = file
    self.line = line
    self.column = column
    self.kind = kind
    self.snippet = snippet
  }
}

/// The places that name one flag.
public struct FlagReferences: Sendable, Hashable {
  /// The places of one scan.
  public struct Scan: Sendable, Hashable {
    /// Which scan found them.
    public var scan: CodeScanRecord
    /// The places, by file, line and column.
    public var references: [CodeReferenceRecord]

    /// Creates the places of a scan.
    public init(scan: CodeScanRecord, references: [CodeReferenceRecord]) {
      self.scan = scan
      self.references = references
    }
  }

  /// How many places there are in all, those included that were not asked for.
  public var total: Int64
  /// The scans that found any, by repository and branch.
  public var scans: [Scan]

  /// Creates a list.
  public init(total: Int64, scans: [Scan]) {
    self.total = total
    self.scans = scans
  }
}
