import SerinFlags
import Store

/// A thing of one version whose earlier versions nothing but the audit log has: an environment, a project, an account, a
/// schedule, a change request.
struct AuditedThing: Sendable {
  /// A thing at a version, as far as it can be edited.
  struct State: Sendable {
    let version: Int64
    let members: JSONObject
  }

  /// The thing, as errors name it: `environment "production"`.
  let subject: String
  /// The chain of the audit log that its edits are in.
  let chain: String
  /// How the audit log names it: `environment:<id>`.
  let object: String
  /// What one side of a row says of it; nil when it says nothing.
  let state: @Sendable (JSONValue) -> State?

  /// What an edit changes, once it is compared with the version that it started from.
  ///
  /// Members that it sends as they were then are none of its changes: what others made of them stays.
  /// - Parameters:
  ///   - edit: The members that the edit sends.
  ///   - version: The version that it started from; nil for whatever is there.
  ///   - current: What is there.
  /// - Returns: The members to change.
  /// - Throws: 412 with who changed what and when, where somebody else changed the same member to another value.
  func changes(
    _ edit: JSONObject, from version: Int64?, to current: State, store: any ConfigurationStore
  ) async throws(Problem) -> JSONObject {
    guard let version, version != current.version else { return edit }
    guard version < current.version else {
      throw refusal("\"\(version)\" is not a version of \(subject); it is at \"\(current.version)\"", current)
    }
    let history = try await history(from: version, to: current, store: store)
    var mine = history.base
    for (name, value) in edit { mine[name] = value }
    _ = try history.merge(mine)
    return JSONObject(members: edit.filter { $0.value != history.base[$0.name] }.map { ($0.name, $0.value) })
  }

  private func history(
    from version: Int64, to current: State, store: any ConfigurationStore
  ) async throws(Problem) -> EditHistory {
    var base: JSONObject?
    var steps: [(document: JSONObject, author: Authorship)] = []
    var sequence: Int64 = 0
    while true {
      let after = sequence
      let rows = try await withStore { () async throws(StoreError) in
        try await store.audit(chain: chain, after: after, object: object, limit: Self.page)
      }
      for row in rows {
        for found in [row.before, row.after].compactMap(state(of:)) where found.version == version {
          base = found.members
        }
        if let found = state(of: row.after), found.version > version, found.version <= current.version {
          let author = Authorship(actor: row.entry.actor, at: row.at, auditSequence: row.sequence)
          steps.append((found.members, author))
        }
      }
      guard rows.count == Self.page, let last = rows.last else { break }
      sequence = last.sequence
    }
    guard let base else {
      throw refusal("version \"\(version)\" of \(subject) is no longer on record; read it again", current)
    }
    var history = EditHistory(
      subject: subject, versions: "\(current.version)", base: base, current: current.members)
    for step in steps { history.add(step.document, by: step.author) }
    return history
  }

  /// So many rows are read at once.
  private static let page = 200

  private func state(of document: String?) -> State? {
    guard let document, let json = try? JSONValue(parsing: Array(document.utf8), options: .lenient) else { return nil }
    return state(json)
  }

  private func refusal(_ detail: String, _ current: State) -> Problem {
    Problem(
      .preconditionFailed, detail + "; nothing was written",
      members: ["conflict": ["current": .string("\(current.version)")]])
  }
}

extension AuditedThing.State {
  /// A thing as the audit log has it, with some of its members.
  init?(_ json: JSONValue?, members names: [String]) {
    guard let object = json?.objectValue, let number = object["version"]?.numberValue,
      let version = Int64(exactly: number)
    else { return nil }
    self.init(
      version: version, members: JSONObject(members: names.map { ($0, object[$0] ?? .null) }))
  }
}
