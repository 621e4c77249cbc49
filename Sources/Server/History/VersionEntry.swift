import SerinFlags
import Store

/// One version of a flag or a segment in one environment: who made it what it was, and what that changed.
struct VersionEntry<Thing: VersionedThing>: Sendable {
  /// The thing as it was.
  let thing: Thing
  /// Who made it so.
  let author: Authorship
  /// What differs from the version before; everything for the first one.
  let changes: [StructuralDiff.Change]

  /// The entry as answers have it.
  var json: JSONValue {
    var object: JSONObject = [
      "version": .string(thing.versions.text), "at": .string(Instants.text(author.at)), "by": .string(author.actor),
      "via": .string(author.via), "action": .string(author.action), "reason": .string(author.reason),
    ]
    for (name, value) in thing.summary { object[name] = value }
    object["changes"] = .array(changes.map(\.json))
    return .object(object)
  }
}
