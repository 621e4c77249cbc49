import SerinFlags
import Store

/// What a change makes of flags and segments, row by row, for people who decide about it.
struct ChangeDifference: Sendable {
  /// What it makes of one flag or segment.
  struct Part: Sendable {
    let kind: String
    let key: String
    /// Where; nil for the own fields of a flag or a segment.
    let environmentID: String?
    let changes: [StructuralDiff.Change]
  }

  private(set) var parts: [Part] = []

  /// The difference that a change would make now.
  init(_ change: Change, store: any ConfigurationStore) async throws(Problem) {
    for edit in change.edits {
      if let write = edit.flag {
        let known = write.expects == .absent ? nil : try await Self.flag(write.flag.id, store)
        add(
          "flag", write.flag.key, nil, from: known.map { Self.object($0, $0.archivedAt != nil, $0.deletedAt != nil) },
          to: Self.object(write.flag, write.isArchived, write.isDeleted))
      }
      if let write = edit.segment {
        let known = try await Self.known(write, store)
        add(
          "segment", write.segment.key, nil, from: known.map { Self.object($0, $0.archivedAt != nil) },
          to: Self.object(write.segment, write.isArchived))
      }
      for write in edit.items {
        let item = try await withStore { () async throws(StoreError) in
          try await store.item(environmentID: write.environmentID, kind: write.kind, id: write.id)
        }
        var key = write.id
        if write.kind == .flag {
          if let known = edit.flag?.flag.key {
            key = known
          } else if let flag = try await Self.flag(write.id, store) {
            key = flag.key
          }
        }
        let after = Self.object(
          write.document ?? item?.document ?? "{}", isKilled: write.isKilled ?? item?.isKilled ?? false,
          isGone: write.isGone ?? item?.isGone ?? false)
        add(write.kind.rawValue, key, write.environmentID, from: item.map(Self.object), to: after)
      }
    }
  }

  /// What has changed since the rows of an outline were at its versions.
  init(since outline: ChangeOutline, store: any ConfigurationStore) async throws(Problem) {
    for (name, version) in outline.versions.sorted(by: { $0.key < $1.key }) where version > 0 {
      if name.hasPrefix("flag:") { try await addFields(ofFlag: String(name.dropFirst(5)), since: version, store) }
      if name.hasPrefix("segment:") { try await addFields(ofSegment: String(name.dropFirst(8)), since: version, store) }
      guard name.hasPrefix("item:") else { continue }
      let words = name.dropFirst("item:".count).split(separator: "/", maxSplits: 2).map(String.init)
      guard words.count == 3, let kind = ItemKind(rawValue: words[1]) else { continue }
      let now = try await withStore { () async throws(StoreError) in
        try await store.item(environmentID: words[0], kind: kind, id: words[2])
      }
      let then = try await withStore { () async throws(StoreError) in
        try await store.itemHistory(
          environmentID: words[0], kind: kind, id: words[2], versions: version...version
        ).first?.item
      }
      guard let now, let then, now.version != version else { continue }
      let key = Self.object(now)["key"]?.stringValue ?? words[2]
      add(kind.rawValue, key, words[0], from: Self.object(then), to: Self.object(now))
    }
  }

  /// What has changed of a flag's own fields.
  private mutating func addFields(
    ofFlag id: String, since version: Int64, _ store: any ConfigurationStore
  ) async throws(Problem) {
    let then = try await withStore { () async throws(StoreError) in
      try await store.flagHistory(flagID: id, newest: HistoryWindow(versions: version...version, rows: 1)).first?.flag
    }
    guard let then, let now = try await Self.flag(id, store) else { return }
    add(
      "flag", now.key, nil, from: Self.object(then, then.archivedAt != nil, then.deletedAt != nil),
      to: Self.object(now, now.archivedAt != nil, now.deletedAt != nil))
  }

  /// What has changed of a segment's own fields.
  private mutating func addFields(
    ofSegment id: String, since version: Int64, _ store: any ConfigurationStore
  ) async throws(Problem) {
    let windows = [version...version, version...(.max - 1)]
    var found: [SegmentRecord] = []
    for window in windows {
      found += try await withStore { () async throws(StoreError) in
        try await store.segmentHistory(segmentID: id, newest: HistoryWindow(versions: window, rows: 1)).map(\.segment)
      }
    }
    guard found.count == 2 else { return }
    let (then, now) = (found[0], found[1])
    add(
      "segment", now.key, nil, from: Self.object(then, then.archivedAt != nil),
      to: Self.object(now, now.archivedAt != nil))
  }

  private mutating func add(
    _ kind: String, _ key: String, _ environmentID: String?, from old: JSONObject?, to new: JSONObject
  ) {
    let difference =
      if kind == ItemKind.segment.rawValue, let environmentID {
        StructuralDiff(ofSegment: old ?? [:], to: new, condition: "condition", environmentID: environmentID)
      } else {
        StructuralDiff(from: old ?? [:], to: new)
      }
    let changes = difference.changes
    guard !changes.isEmpty else { return }
    parts.append(Part(kind: kind, key: key, environmentID: environmentID, changes: changes))
  }

  private static func flag(_ id: String, _ store: any ConfigurationStore) async throws(Problem) -> FlagRecord? {
    try await withStore { () async throws(StoreError) in try await store.flag(id: id) }
  }

  /// The segment's own fields as they are; nil for a new one.
  private static func known(
    _ write: SegmentWrite, _ store: any ConfigurationStore
  ) async throws(Problem) -> SegmentRecord? {
    guard write.expects != .absent else { return nil }
    return try await withStore { () async throws(StoreError) in
      try await store.segment(projectID: write.segment.projectID, key: write.segment.key)
    }
  }

  private static func object(_ segment: SegmentRecord, _ isDeleted: Bool) -> JSONObject {
    [
      "description": .string(segment.description), "tags": .array(segment.tags.map(JSONValue.string)),
      "deleted": .bool(isDeleted),
    ]
  }

  private static func object(_ item: ItemRecord) -> JSONObject {
    object(item.document, isKilled: item.isKilled, isGone: item.isGone)
  }

  private static func object(_ document: String, isKilled: Bool, isGone: Bool) -> JSONObject {
    let json = try? JSONValue(parsing: Array(document.utf8), options: .lenient)
    var object = json?.objectValue ?? [:]
    object["killed"] = .bool(isKilled)
    object["archived"] = .bool(isGone)
    return object
  }

  private static func object(_ flag: FlagRecord, _ isArchived: Bool, _ isDeleted: Bool) -> JSONObject {
    [
      "owner": .string(flag.owner), "description": .string(flag.description),
      "tags": .array(flag.tags.map(JSONValue.string)), "expires": flag.expiresOn.map(JSONValue.string) ?? .null,
      "archived": .bool(isArchived), "deleted": .bool(isDeleted),
    ]
  }

  /// The difference as answers have it.
  func json(_ state: ServerState) -> JSONValue {
    .array(
      parts.map { part in
        let environment = part.environmentID.map { state.rulesets[$0]?.environment.key ?? $0 }
        return .object([
          "kind": .string(part.kind), "key": .string(part.key),
          "environment": environment.map(JSONValue.string) ?? .null, "changes": .array(part.changes.map(\.json)),
        ])
      })
  }
}
