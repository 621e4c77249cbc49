import SerinFlags
import Store

/// One entry of a flag's history in one environment: who made it what it was, and what that changed.
struct FlagVersionEntry: Sendable {
  /// The flag as it was.
  let view: FlagView
  /// Who made it so; of a change that touched both of its halves, the one row for both.
  let author: Authorship
  /// What differs from the version before; everything for the first one.
  let changes: [StructuralDiff.Change]

  /// The entry as answers have it.
  var json: JSONValue {
    .object([
      "version": .string(view.versions.text), "at": .string(Instants.text(author.at)), "by": .string(author.actor),
      "via": .string(author.via), "action": .string(author.action), "reason": .string(author.reason),
      "killed": .bool(view.item.isKilled), "archived": .bool(view.flag.archivedAt != nil),
      "state": .string(view.flag.lifecycle.rawValue),
      "changes": .array(changes.map(\.json)),
    ])
  }
}
