import SerinFlags

/// Decides the flags of a document for contexts: `{"document": {…}, "contexts": [{…}], "now": "2027-01-15T09:00:00Z"}`.
enum EvaluationTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) throws(FuzzFailure) {
    guard let input = try? JSONValue(parsing: bytes), let json = input["document"] else { return }
    let now = input["now"]?.stringValue.flatMap { Timestamp(parsing: $0) } ?? Timestamp(milliseconds: 1_800_000_000_000)
    let contexts = (input["contexts"]?.arrayValue ?? []).prefix(4).compactMap { try? FlagContext(json: $0) }
    try DocumentChecks.check(json, for: contexts.isEmpty ? [FlagContext()] : contexts, at: now)
  }
}
