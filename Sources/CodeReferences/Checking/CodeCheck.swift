package import SerinFlags

/// Compares what code says of flags with a document.
package struct CodeCheck: Sendable {
  /// The day on which it is asked whether flags are expired.
  let day: CalendarDay
  private let severities: [CheckKind: Severity]
  /// The document's flags by their keys.
  let entries: [ExactString: FlagEntry]
  /// The document's keys, in their order.
  let keys: [String]
  /// The flags that other flags need.
  let needed: Set<ExactString>
  /// Guesses which of some keys somebody meant.
  let suggest: @Sendable (_ key: String, _ keys: [String]) -> String?

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - document: the flags, archived ones included.
  ///   - day: the day on which it is asked whether flags are expired, in UTC.
  ///   - severities: how bad each kind is; what is left out has its usual severity.
  ///   - suggest: guesses which of some keys was meant by one that does not exist; nil when none is close.
  package init(
    _ document: RulesetDocument, on day: CalendarDay, severities: [CheckKind: Severity] = [:],
    suggest: @escaping @Sendable (_ key: String, _ keys: [String]) -> String? = { _, _ in nil }
  ) {
    self.day = day
    self.severities = severities
    self.suggest = suggest
    keys = document.flags.map(\.key)
    entries = Dictionary(document.flags.map { (ExactString($0.key), $0) }, uniquingKeysWith: { $1 })
    needed = document.flagsDependedOn
  }

  /// Everything that is wrong, by file, line and column; what is in no file comes last.
  package func findings(in scan: CodeScan) -> [Finding] {
    let places = Dictionary(grouping: scan.references) { ExactString($0.flag) }
    // Once for each key, since looking for one that is close takes time.
    let hints = places.keys.filter { entries[$0] == nil }.map { ($0, suggest($0.string, keys)) }
    let closest = Dictionary(hints, uniquingKeysWith: { $1 })
    let all =
      scan.references.flatMap { findings($0, closest[ExactString($0.flag)] ?? nil) } + scan.claims.flatMap(findings)
      + keys.flatMap { findings(of: $0, named: places[ExactString($0)] ?? []) }
    var seen: Set<Finding> = []
    return all.filter { $0.severity != .off && seen.insert($0).inserted }.sorted(by: Finding.precedes)
  }

  /// A finding of a kind, with the owner that the document names.
  ///
  /// - Parameter message: what is wrong; the owner is added to it.
  func finding(_ kind: CheckKind, _ key: String, at reference: CodeReference?, _ message: String) -> Finding {
    let entry = entries[ExactString(key)]
    let owner = entry?.definition.flatMap { $0.owner.isEmpty ? nil : $0.owner }
    let place = reference.map { Finding.Place(file: $0.file, line: $0.line, column: $0.column) }
    let ending = entry == nil ? "" : owner.map { "; owner: \($0)" } ?? "; no owner"
    return Finding(
      kind: kind, severity: severities[kind] ?? kind.usualSeverity, flag: key, owner: owner, place: place,
      message: message + ending)
  }

  /// What is wrong with a place for being there.
  ///
  /// - Parameter closest: the key that was probably meant by one that does not exist.
  private func findings(_ reference: CodeReference, _ closest: String?) -> [Finding] {
    let key = reference.flag
    guard let entry = entries[ExactString(key)] else {
      let hint = closest.map { "; did you mean \"\($0)\"?" } ?? ""
      return [finding(.unknownFlag, key, at: reference, "there is no flag \"\(key)\" in the document\(hint)")]
    }
    // Generated code may keep archived flags on purpose, so that a use of them is explained.
    guard entry.isArchived, !reference.isInGeneratedFile else { return [] }
    return [
      finding(.archivedInUse, key, at: reference, "flag \"\(key)\" is archived, so that nobody decides it any more")
    ]
  }
}
