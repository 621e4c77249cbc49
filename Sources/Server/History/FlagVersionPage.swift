import SerinFlags

/// A page of a flag's history, newest first.
struct FlagVersionPage: Sendable {
  var entries: [FlagVersionEntry] = []
  /// The version that the next page goes on before; nil on the last one.
  var next: FlagVersions?

  /// The page as answers have it.
  var json: JSONValue {
    [
      "versions": .array(entries.map(\.json)),
      "next": next.map { JSONValue.string($0.text) } ?? .null,
    ]
  }
}
