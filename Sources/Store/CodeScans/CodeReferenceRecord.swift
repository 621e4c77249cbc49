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
