import SerinFlags
import Store

/// Edits that people have begun and not saved, so that they can go on elsewhere or tomorrow.
///
/// A draft is what its owner put there: it is not checked and changes nothing until it is sent as the edit that it is. Nobody
/// else sees it.
struct DraftService: Sendable {
  let flags: FlagService
  let segments: SegmentService

  /// How many drafts somebody may have in a project.
  static let maximumDrafts = 100
  /// The largest draft, in bytes of JSON.
  static let maximumBytes = 256 * 1024
  /// How long an untouched draft is kept, in milliseconds: 30 days.
  static let lifetime: Int64 = 30 * 24 * 60 * 60 * 1000

  /// A draft and whether what it started from is still there.
  struct Details: Sendable {
    let draft: DraftRecord
    /// The version that is there now; nil when there is nothing.
    let current: String?

    /// Whether somebody else changed the thing since.
    var isOutdated: Bool { draft.base != current }
  }

  private var store: any ConfigurationStore { flags.store }

  /// Keeps a draft.
  /// - Throws: 422 when it is too large or there are too many.
  func save(
    _ name: DraftName, base: String?, document: JSONObject, in place: Place, by caller: Caller
  ) async throws(Problem) -> Details {
    let text = document.text
    guard text.utf8.count <= Self.maximumBytes else {
      throw Problem(
        path: "document", message: "has \(text.utf8.count) bytes and may have at most \(Self.maximumBytes)")
    }
    let record = DraftRecord(
      owner: caller.actor, projectID: place.project.id, environmentID: place.environment.id, object: name.text,
      base: base, document: text)
    let saved = try await withStore { () async throws(StoreError) in
      try await store.saveDraft(record, maximum: Self.maximumDrafts)
    }
    guard let saved else {
      throw Problem(
        .conflict, "there are \(Self.maximumDrafts) drafts of yours in this project, as many as may be; remove some")
    }
    return Details(draft: saved, current: try await version(of: name, in: place))
  }

  /// One draft of the caller.
  func draft(_ name: DraftName, in place: Place, by caller: Caller) async throws(Problem) -> Details {
    let draft = try await withStore { () async throws(StoreError) in
      try await store.draft(owner: caller.actor, environmentID: place.environment.id, object: name.text)
    }
    guard let draft else { throw Self.none(name, place) }
    return Details(draft: draft, current: try await version(of: name, in: place))
  }

  /// The caller's drafts of an environment.
  func list(in place: Place, by caller: Caller) async throws(Problem) -> [Details] {
    let drafts = try await withStore { () async throws(StoreError) in
      try await store.drafts(owner: caller.actor, projectID: place.project.id, environmentID: place.environment.id)
    }
    var details: [Details] = []
    for draft in drafts {
      details.append(Details(draft: draft, current: try await version(of: DraftName(draft.object), in: place)))
    }
    return details
  }

  /// Throws a draft away.
  func remove(_ name: DraftName, in place: Place, by caller: Caller) async throws(Problem) {
    let removed = try await withStore { () async throws(StoreError) in
      try await store.removeDraft(owner: caller.actor, environmentID: place.environment.id, object: name.text)
    }
    guard removed else { throw Self.none(name, place) }
  }

  private static func none(_ name: DraftName, _ place: Place) -> Problem {
    Problem(.notFound, "there is no draft of yours of \"\(name.text)\" in environment \"\(place.environment.key)\"")
  }

  /// The version of a thing as it is now; nil when it does not exist.
  private func version(of name: DraftName, in place: Place) async throws(Problem) -> String? {
    do throws(Problem) {
      switch name.kind {
      case .flag: return try await flags.view(name.key, in: place).versions.text
      case .segment: return try await segments.details(name.key, in: place).versions.text
      }
    } catch {
      guard error.status == 404 else { throw error }
      return nil
    }
  }
}
