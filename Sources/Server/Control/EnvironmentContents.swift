import SerinFlags
import Store

/// The flags and segments of an environment at one revision, each in the order of their keys.
struct EnvironmentContents: Sendable {
  let flags: [FlagView]
  /// The segments, those that were removed included.
  let segments: [SegmentView]
  let epoch: Int64
  let revision: Int64

  /// The ruleset document: the flags, archived ones marked as such, and the segments that were not removed.
  func ruleset(of place: Place) -> JSONValue {
    let documents = flags.map { view in
      var document = view.document
      if view.flag.archivedAt != nil { document["archived"] = true }
      return (name: view.flag.key, value: JSONValue.object(document))
    }
    var object: JSONObject = [
      "schema": 1, "project": .string(place.project.key), "environment": .string(place.environment.key),
      "environmentId": .string(place.environment.id), "epoch": .number(Double(epoch)),
      "revision": .number(Double(revision)),
      "flags": .object(JSONObject(members: documents)),
    ]
    let segments = segments.filter { !$0.item.isGone }
    if !segments.isEmpty {
      object["segments"] = .object(JSONObject(members: segments.map { (name: $0.key, value: $0.entry.json) }))
    }
    return .object(object)
  }
}
