import SerinFlags
import Store

extension ChangeRequestService {
  /// What of an edit changes something since the version that it started from.
  ///
  /// - Parameter version: nil for whatever is there.
  /// - Throws: 412 with who changed what and when where the same was changed meanwhile.
  func changes(
    of draft: PartialDraft, from version: Int64?, over request: ChangeRequestRecord, in place: Place
  ) async throws(Problem) -> PartialDraft {
    guard let version, version != request.version else { return draft }
    var edited: JSONObject = [:]
    if let title = draft.title { edited["title"] = .string(title) }
    if let description = draft.description { edited["description"] = .string(description) }
    // As it would be stored, since that is what it is compared with.
    if let operation = draft.operation {
      edited["change"] = .object(try await flags.settled(operation, in: place).json)
    }
    let state = AuditedThing.State(
      version: request.version,
      members: [
        "title": .string(request.title), "description": .string(request.description),
        "change": .object(try request.operation.json),
      ])
    let thing = AuditedThing(
      subject: "change request \"\(request.id)\"", chain: place.project.id, object: "changeRequest:\(request.id)"
    ) { document in
      guard var object = document["changeRequest"]?.objectValue else { return nil }
      object["change"] = object["patch"]
      return AuditedThing.State(.object(object), members: ["title", "description", "change"])
    }
    let changes = try await thing.changes(edited, from: version, to: state, store: store)
    return (
      operation: changes["change"] == nil ? nil : draft.operation,
      title: changes["title"] == nil ? nil : draft.title,
      description: changes["description"] == nil ? nil : draft.description
    )
  }
}
