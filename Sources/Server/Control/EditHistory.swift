import SerinFlags
import Store

/// What others did to a thing since the versions that an edit started from, and the edit on top of it, member by member.
struct EditHistory: Sendable {
  private struct Step: Sendable {
    let document: JSONObject
    let author: Authorship?
  }

  /// The thing, as errors name it: `flag "new_checkout"`.
  let subject: String
  /// The versions that it is at now.
  let versions: String
  /// The document that the edit started from.
  let base: JSONObject
  /// The document as it is.
  let current: JSONObject
  /// The documents after the base, oldest first, with who wrote them.
  private var steps: [Step] = []

  init(subject: String, versions: String, base: JSONObject, current: JSONObject) {
    self.subject = subject
    self.versions = versions
    self.base = base
    self.current = current
  }

  /// Notes the next document that somebody wrote.
  mutating func add(_ document: JSONObject, by author: Authorship?) {
    steps.append(Step(document: document, author: author))
  }

  /// The edit on top of what others did.
  /// - Parameter mine: the edited document.
  /// - Throws: 412 when both sides changed a member to different values.
  func merge(_ mine: JSONObject) throws(Problem) -> JSONObject {
    var merged = current
    var conflicts: [JSONValue] = []
    for name in Set((Array(base) + Array(mine)).map(\.name)).sorted() where mine[name] != base[name] {
      if current[name] == base[name] || current[name] == mine[name] {
        merged[name] = mine[name]
      } else {
        conflicts.append(conflict(name))
      }
    }
    guard conflicts.isEmpty else {
      let names = conflicts.compactMap { $0["member"]?.stringValue }.joined(separator: ", ")
      throw Problem(
        .preconditionFailed, "\(names) of \(subject) was changed by somebody else; nothing was written",
        members: ["conflict": .object(["current": .string(versions), "changes": .array(conflicts)])])
    }
    return merged
  }

  private func conflict(_ name: String) -> JSONValue {
    var value = base[name]
    var author: Authorship?
    for step in steps where step.document[name] != value {
      value = step.document[name]
      author = step.author
    }
    var object: JSONObject = [
      "member": .string(name), "before": base[name] ?? .null, "after": current[name] ?? .null,
    ]
    if let author {
      object["by"] = .string(author.actor)
      object["at"] = .string(Instants.text(author.at))
    }
    return .object(object)
  }
}
