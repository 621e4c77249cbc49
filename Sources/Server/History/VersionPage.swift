import SerinFlags

/// A page of the versions of a flag or a segment, newest first.
struct VersionPage<Thing: VersionedThing>: Sendable {
  var entries: [VersionEntry<Thing>] = []
  /// The version that the next page goes on before; nil on the last one.
  var next: VersionPair?

  /// The page as answers have it.
  var json: JSONValue {
    [
      "versions": .array(entries.map(\.json)),
      "next": next.map { JSONValue.string($0.text) } ?? .null,
    ]
  }
}
