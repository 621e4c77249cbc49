import SerinFlags
import Store

/// What others did to a thing since the versions that an edit started from, and the edit on top of it, member by member.
struct EditHistory {
  /// The thing, as errors name it: `flag "new_checkout"`.
  let subject: String
  /// The versions that it is at now.
  let versions: String
  /// The document that the edit started from.
  let base: JSONObject
  /// The document as it is.
  let current: JSONObject
  /// Finds who changed members last; it is asked only about those that two sides have changed.
  let authors: (Set<String>) async throws(Problem) -> [String: Authorship]

  /// The edit on top of what others did.
  /// - Parameter mine: the edited document.
  /// - Throws: 412 when both sides changed a member to different values.
  func merge(_ mine: JSONObject) async throws(Problem) -> JSONObject {
    var merged = current
    var conflicts: [String] = []
    for name in Set((Array(base) + Array(mine)).map(\.name)).sorted() where mine[name] != base[name] {
      if current[name] == base[name] || current[name] == mine[name] {
        merged[name] = mine[name]
      } else {
        conflicts.append(name)
      }
    }
    guard conflicts.isEmpty else { throw try await refusal(of: conflicts) }
    return merged
  }

  private func refusal(of names: [String]) async throws(Problem) -> Problem {
    let authors = try await authors(Set(names))
    let changes = names.map { name -> JSONValue in
      var object: JSONObject = [
        "member": .string(name), "before": base[name] ?? .null, "after": current[name] ?? .null,
      ]
      if let author = authors[name] {
        object["by"] = .string(author.actor)
        object["at"] = .string(Instants.text(author.at))
      }
      return .object(object)
    }
    return Problem(
      .preconditionFailed,
      "\(names.joined(separator: ", ")) of \(subject) was changed by somebody else; nothing was written",
      members: ["conflict": .object(["current": .string(versions), "changes": .array(changes)])])
  }
}
