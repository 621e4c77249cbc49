import SerinFlags
import Store

/// What applying a project's document would change, or has changed.
struct DocumentPlan: Sendable {
  /// What becomes of one thing, or of what one environment has of it.
  struct Part: Sendable {
    /// What it is.
    enum Kind: String, Sendable, CaseIterable { case project, environment, segment, flag }
    /// What becomes of it.
    enum Action: String, Sendable, CaseIterable { case create, update, archive, unarchive, delete }

    let kind: Kind
    let key: String
    /// Where; nil for what is the same in every environment.
    var environment: String?
    let action: Action
    let changes: [StructuralDiff.Change]

    fileprivate var json: JSONValue {
      .object([
        "kind": .string(kind.rawValue), "key": .string(key), "environment": environment.map(JSONValue.string) ?? .null,
        "action": .string(action.rawValue), "changes": .array(changes.map(\.json)),
      ])
    }
  }

  /// The keys of what the project has and the document does not mention; all of it is left alone.
  struct NotMentioned: Sendable {
    var environments: [String] = []
    var flags: [String] = []
    var segments: [String] = []
  }

  /// Names the document and what it would be applied to.
  let version: String
  /// In the order in which they are written.
  let parts: [Part]
  let notMentioned: NotMentioned
  /// What would be refused; when there is anything, nothing can be applied.
  let problems: DocumentProblems
  /// The path where changes of the first protected environment are proposed; nil when none needs an approval.
  let propose: String?
  /// What is written; empty when the project looks like the document already.
  let edits: [Edit]
  /// The environments' revisions by key: after the change, or now when nothing was written.
  var revisions: JSONObject
  /// Whether it was written.
  var isApplied = false

  /// Whether environments or the project itself are changed.
  var changesFrame: Bool { edits.contains { $0.project != nil || !$0.environments.isEmpty } }

  /// The plan as answers have it.
  var json: JSONValue {
    func keys(_ keys: [String]) -> JSONValue { .array(keys.map(JSONValue.string)) }
    return .object([
      "planVersion": .string(version), "applied": .bool(isApplied), "changes": .array(parts.map(\.json)),
      "notMentioned": [
        "environments": keys(notMentioned.environments), "flags": keys(notMentioned.flags),
        "segments": keys(notMentioned.segments),
      ],
      "problems": .array(problems.all.map(\.json)), "revisions": .object(revisions),
    ])
  }
}
