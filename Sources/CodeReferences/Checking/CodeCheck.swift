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
  /// Guesses which of the document's keys somebody meant.
  private let suggest: Suggestion
  /// For so many keys that do not exist it is guessed what they mean, since guessing takes time: with more of them it is the
  /// document that is wrong, not the keys.
  private static let mostSuggestions = 50

  /// Guesses which of some keys was meant by each of others that do not exist; nil where none is close.
  package typealias Suggestion = @Sendable (_ unknown: [String], _ keys: [String]) -> [String?]

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - document: the flags, archived ones included.
  ///   - day: the day on which it is asked whether flags are expired, in UTC.
  ///   - severities: how bad each kind is; what is left out has its usual severity.
  ///   - suggest: guesses what was meant by keys that do not exist; it is asked once, and for 50 of them at most.
  package init(
    _ document: RulesetDocument, on day: CalendarDay, severities: [CheckKind: Severity] = [:],
    suggest: @escaping Suggestion = { unknown, _ in unknown.map { _ in nil } }
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
    let closest = suggestions(for: scan)
    let all =
      scan.references.flatMap { findings($0, closest[ExactString($0.flag)]) } + scan.claims.flatMap(findings)
      + keys.flatMap { findings(of: $0, named: places[ExactString($0)] ?? []) }
    var seen: Set<Finding> = []
    return all.filter { $0.severity != .off && seen.insert($0).inserted }.sorted(by: Finding.precedes)
  }

  /// What was probably meant by the keys that do not exist, in the order of their places.
  private func suggestions(for scan: CodeScan) -> [ExactString: String] {
    var unknown: [ExactString] = []
    var seen: Set<ExactString> = []
    for key in scan.references.map({ ExactString($0.flag) }) where entries[key] == nil && seen.insert(key).inserted {
      unknown.append(key)
      if unknown.count == Self.mostSuggestions { break }
    }
    guard !unknown.isEmpty else { return [:] }
    let pairs = zip(unknown, suggest(unknown.map(\.string), keys)).compactMap { key, meant in meant.map { (key, $0) } }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
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
      let (shown, meant) = closest.map { Lookalikes.toldApart(key, $0) } ?? (key, "")
      let hint = closest == nil ? "" : "; did you mean \"\(meant)\"?"
      return [finding(.unknownFlag, key, at: reference, "there is no flag \"\(shown)\" in the document\(hint)")]
    }
    // Generated code may keep archived flags on purpose, so that a use of them is explained.
    guard entry.isArchived, !reference.isInGeneratedFile else { return [] }
    return [
      finding(.archivedInUse, key, at: reference, "flag \"\(key)\" is archived, so that nobody decides it any more")
    ]
  }
}
