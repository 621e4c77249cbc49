public import SerinFlags

/// What a reader made of another system's document.
public struct Import: Sendable, Hashable {
  /// The flags and segments that mean the same in Serin as they did there.
  public var document: RulesetDocument
  /// Everything else, in the order in which it was found.
  public var findings: [ImportFinding]

  /// Creates the result of a reader.
  public init(document: RulesetDocument, findings: [ImportFinding] = []) {
    self.document = document
    self.findings = findings
  }
}
