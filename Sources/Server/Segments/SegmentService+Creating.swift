import SerinFlags
import Store

extension SegmentService {
  /// A segment to create.
  struct Creation: Sendable {
    let key: String
    let kind: SegmentKind
    var description = ""
    var tags: [String] = []
    /// Who belongs to it; nil for a list of nobody.
    var definition: JSONValue?
    /// Whether a key that a deleted segment had may be used again.
    var reusesKey = false
  }

  /// Creates a segment in a project, with a definition in one environment.
  ///
  /// The others have none until somebody gives them one; no rule there can name it before.
  /// - Throws: 409 for a key that is in use or was, 422 for a bad definition.
  func create(
    _ creation: Creation, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> SegmentDetails {
    guard KeyGrammar.isValidKey(creation.key) else {
      throw Problem(path: "key", message: "\"\(creation.key)\" is not a key; \(KeyGrammar.rule)")
    }
    guard creation.definition != nil || creation.kind == .list else {
      throw Problem(path: "definition", message: "is required: \(creation.kind.rule)")
    }
    if creation.reusesKey, reason.isEmpty {
      throw Problem(path: "reason", message: "is required where the key of a deleted segment is used again")
    }
    let definition = try await definition(
      creation.definition ?? ["list": []], key: creation.key, kind: creation.kind, in: place.environment)
    return try await flags.changing(place.project) { () async throws(Problem) in
      try await create(creation, definition, in: place, by: caller, reason: reason)
    }
  }

  private func create(
    _ creation: Creation, _ definition: SegmentDefinition, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> SegmentDetails {
    let key = creation.key
    let owner = try await withStore { () async throws(StoreError) in
      try await store.segment(projectID: place.project.id, key: key)
    }
    if let owner {
      guard owner.archivedAt != nil else { throw Problem(.conflict, "segment \"\(key)\" exists already") }
      guard creation.reusesKey else { throw Problem(.conflict, Self.deletedKey(key)) }
    }
    try flags.checkReferences(in: place.environment, after: [.segment(SegmentEntry(definition))])
    let item = try await item(key, in: place.environment)
    var edit = Edit(audit: caller.entry("segment.create", "segment:\(key)", reason: reason))
    edit.segment = SegmentWrite(
      segment: SegmentRecord(
        id: RecordID.make(prefix: "g_"), projectID: place.project.id, key: key, kind: creation.kind.rawValue,
        description: creation.description, tags: creation.tags),
      expects: .absent)
    edit.items = [
      ItemWrite(
        environmentID: place.environment.id, kind: .segment, id: key, schema: FlagItem.schema,
        document: SegmentItem.document(definition).text, isGone: false,
        expects: item.map { .version($0.version) } ?? .absent)
    ]
    do throws(Problem) {
      try await flags.commit(Change(chain: place.project.id, edits: [edit]), in: place.environment)
    } catch {
      switch error.storeError {
      case .duplicate, .conflict: throw Problem(.conflict, "segment \"\(key)\" was created by somebody else just now")
      default: throw error
      }
    }
    return try await details(key, in: place)
  }

  /// Why a key cannot be used that a deleted segment had.
  static func deletedKey(_ key: String) -> String {
    "segment \"\(key)\" was deleted, and rules written for it may still be around; choose another key, or create it "
      + "with \"reuseKey\" and a reason"
  }
}
