import SerinFlags

/// Collects what a reader has to say, and knows whether the current flag can still be imported.
///
/// A reader goes on after a problem, so that one run names them all; what it made of the flag is then thrown away.
struct FindingList {
  private(set) var findings: [ImportFinding] = []
  private var start = 0

  /// Begins a flag.
  mutating func begin() {
    start = findings.count
  }

  /// Whether something of the current flag has no equal.
  var isLeftOut: Bool {
    findings[start...].contains { $0.effect == .flagLeftOut }
  }

  /// The current flag cannot be imported.
  mutating func leaveOut(_ path: String, _ message: String) {
    add(path, message, .flagLeftOut)
  }

  /// The current flag is imported with a difference.
  mutating func changed(_ path: String, _ message: String) {
    add(path, message, .changed)
  }

  /// Something is worth knowing, but no answer depends on it.
  mutating func note(_ path: String, _ message: String) {
    add(path, message, .note)
  }

  private mutating func add(_ path: String, _ message: String, _ effect: ImportFinding.Effect) {
    let finding = ImportFinding(path: path, message: message, effect: effect)
    // A condition may be translated once for itself and once for its opposite.
    if !findings[start...].contains(finding) { findings.append(finding) }
  }

  /// Gives the flag as a document's entry when it can be imported.
  ///
  /// The last word has the reader of documents itself, so that nothing is imported that it would refuse.
  mutating func finish(_ flag: FlagDefinition, path: String) -> FlagEntry? {
    guard !isLeftOut else { return nil }
    do throws(DocumentError) {
      return FlagEntry(try FlagDefinition(json: flag.json, key: flag.key, mode: .read))
    } catch {
      for issue in error.issues { leaveOut(path, "cannot be written as a flag: \(issue)") }
      return nil
    }
  }

  /// Why a condition cannot be written, or nil when it can.
  static func problem(of condition: Condition) -> String? {
    do throws(DocumentError) {
      _ = try SegmentDefinition(json: condition.json, key: "condition", mode: .read, path: "")
      return nil
    } catch {
      return error.issues.first?.message
    }
  }
}
