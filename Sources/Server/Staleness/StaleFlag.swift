import SerinFlags
import Store

/// A flag that is stale, in one way or several.
struct StaleFlag: Sendable {
  let flag: FlagRecord
  var findings: [StaleFinding]

  var json: JSONValue {
    .object([
      "key": .string(flag.key), "kind": .string(flag.kind), "owner": .string(flag.owner),
      "expires": flag.expiresOn.map { .string($0) } ?? .null, "stale": .array(findings.map(\.json)),
    ])
  }
}
