import SerinFlags
import Store

/// The stale flags of a project.
struct StaleReport: Sendable {
  /// For how many days something must have been so.
  let days: Int64
  /// From when on usage is remembered, in milliseconds since 1970 UTC.
  let recordedSince: Int64
  /// By the bytes of their keys.
  var flags: [StaleFlag]

  /// Whether usage is remembered for long enough to say that a flag is unused.
  let knowsUnused: Bool

  var json: JSONValue {
    .object([
      "days": .number(Double(days)), "recordedSince": .string(Instants.text(recordedSince)),
      "knowsUnused": .bool(knowsUnused), "flags": .array(flags.map(\.json)),
    ])
  }

  /// The ids of the flags that are stale in one way.
  func ids(_ kind: StaleKind) -> Set<ExactString> {
    Set(flags.filter { $0.findings.contains { $0.kind == kind } }.map { ExactString($0.flag.id) })
  }
}
