import SerinFlags
import Store

/// That a flag is stale in one way, with what shows it.
struct StaleFinding: Sendable {
  /// What is so in one environment.
  struct Evidence: Sendable {
    let environment: EnvironmentRecord
    /// The variation that everybody is served; nil where that is not known or not what matters.
    var variation: String?
    /// Since when, in milliseconds since 1970 UTC.
    var unchangedSince: Int64?
    /// The last use of the flag, in milliseconds since 1970 UTC; nil where none is known.
    var lastUse: Int64?
    /// The versions of apps that used the flag, the last use first; empty until they are read.
    var uses: [FlagUse] = []
  }

  let kind: StaleKind
  /// Since when it is so, in milliseconds since 1970 UTC.
  let since: Int64
  var evidence: [Evidence]

  var json: JSONValue {
    .object([
      "kind": .string(kind.rawValue), "since": .string(Instants.text(since)),
      "environments": .array(evidence.map(\.json)),
    ])
  }
}

extension StaleFinding.Evidence {
  var json: JSONValue {
    .object([
      "environment": .string(environment.key), "variation": variation.map { .string($0) } ?? .null,
      "unchangedSince": unchangedSince.map { .string(Instants.text($0)) } ?? .null,
      "lastEvaluatedAt": (uses.map(\.lastAt).max() ?? lastUse).map { .string(Instants.text($0)) } ?? .null,
      "versions": .array(uses.map(\.json)),
    ])
  }
}
