import SerinFlags
import Store

/// What happened to a flag in an environment since the versions that an edit started from.
struct FlagHistory: Sendable {
  private struct Step: Sendable {
    let document: JSONObject
    let author: Authorship?
  }

  private let current: FlagView
  private let base: JSONObject
  /// The documents after the base, oldest first, with who wrote them.
  private let steps: [Step]

  /// Reads the versions between `versions` and the current ones.
  /// - Throws: 412 when the versions never existed.
  init(store: any ConfigurationStore, current: FlagView, from versions: FlagVersions) async throws(Problem) {
    self.current = current
    guard versions.flag <= current.versions.flag, versions.item <= current.versions.item else {
      throw Problem(
        .preconditionFailed, "\"\(versions.text)\" is not a version of this flag; it is at \"\(current.versions.text)\""
      )
    }
    let flags = try await withStore { () async throws(StoreError) in
      try await store.flagHistory(flagID: current.flag.id, versions: versions.flag...current.versions.flag)
    }
    let items = try await withStore { () async throws(StoreError) in
      try await store.itemHistory(
        environmentID: current.environment.id, kind: .flag, id: current.flag.id,
        versions: versions.item...current.versions.item)
    }
    guard let firstFlag = flags.first, let firstItem = items.first, firstFlag.flag.version == versions.flag,
      firstItem.item.version == versions.item
    else {
      throw Problem(.preconditionFailed, "\"\(versions.text)\" is no longer on record; read the flag again")
    }
    base = try Self.document(firstItem.item, firstFlag.flag, in: current.environment)
    var steps: [Step] = []
    for version in flags.dropFirst() {
      steps.append(
        Step(document: try Self.document(firstItem.item, version.flag, in: current.environment), author: version.author)
      )
    }
    let lastFlag = flags.last?.flag ?? firstFlag.flag
    for version in items.dropFirst() {
      steps.append(
        Step(document: try Self.document(version.item, lastFlag, in: current.environment), author: version.author))
    }
    self.steps = steps
  }

  private static func document(
    _ item: ItemRecord, _ flag: FlagRecord, in environment: EnvironmentRecord
  ) throws(Problem) -> JSONObject {
    try FlagView(flag: flag, item: item, environment: environment).editable
  }

  /// The edit on top of what others did.
  /// - Parameter mine: the edited document.
  /// - Throws: 412 when both sides changed a member to different values.
  func merge(_ mine: JSONObject) throws(Problem) -> JSONObject {
    let theirs = current.editable
    var merged = theirs
    var conflicts: [JSONValue] = []
    for name in Set((Array(base) + Array(mine)).map(\.name)).sorted() where mine[name] != base[name] {
      if theirs[name] == base[name] || theirs[name] == mine[name] {
        merged[name] = mine[name]
      } else {
        conflicts.append(conflict(name, theirs: theirs[name]))
      }
    }
    guard conflicts.isEmpty else {
      let names = conflicts.compactMap { $0["member"]?.stringValue }.joined(separator: ", ")
      throw Problem(
        .preconditionFailed,
        "\(names) of flag \"\(current.flag.key)\" was changed by somebody else; nothing was written",
        members: [
          "conflict": .object(["current": .string(current.versions.text), "changes": .array(conflicts)])
        ])
    }
    return merged
  }

  private func conflict(_ name: String, theirs: JSONValue?) -> JSONValue {
    var value = base[name]
    var author: Authorship?
    for step in steps where step.document[name] != value {
      value = step.document[name]
      author = step.author
    }
    var object: JSONObject = [
      "member": .string(name), "before": base[name] ?? .null, "after": theirs ?? .null,
    ]
    if let author {
      object["by"] = .string(author.actor)
      object["at"] = .string(Instants.text(author.at))
    }
    return .object(object)
  }
}
