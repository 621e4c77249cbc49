import SerinFlags
import Store

/// What a change starts from and what it makes of it: what people approve.
///
/// The rows are named with the versions that they had, 0 for one that was not there; the digest is over what is written.
struct ChangeOutline: Sendable, Hashable {
  /// The versions of the rows that are changed.
  private(set) var versions: [String: Int64] = [:]
  /// SHA-256 over the written contents, in hexadecimal.
  private let digest: String

  /// The outline of a change that would be made now.
  init(_ change: Change, store: any ConfigurationStore) async throws(Problem) {
    digest = Self.digest(of: change)
    for edit in change.edits {
      if let flag = edit.flag { versions[Self.name(flag)] = flag.expects.version ?? 0 }
      if let segment = edit.segment { versions[Self.name(segment)] = segment.expects.version ?? 0 }
      for item in edit.items {
        var version = item.expects.version
        if item.expects == .present {
          version = try await withStore { () async throws(StoreError) in
            try await store.item(environmentID: item.environmentID, kind: item.kind, id: item.id)?.version
          }
        }
        versions[Self.name(item, in: edit)] = version ?? 0
      }
    }
  }

  /// Reads what ``text`` wrote; nil for anything else.
  init?(parsing text: String) {
    guard let json = try? JSONValue(parsing: Array(text.utf8), options: .lenient),
      let digest = json["digest"]?.stringValue, let versions = json["versions"]?.objectValue
    else { return nil }
    self.digest = digest
    for (name, value) in versions { self.versions[name] = value.numberValue.flatMap { Int64(exactly: $0) } ?? 0 }
  }

  /// The outline as it is stored, the same text for the same outline.
  var text: String {
    let versions = versions.mapValues { JSONValue.number(Double($0)) }
    return (["digest": .string(digest), "versions": .object(JSONObject(versions))] as JSONObject).text
  }

  /// The change, bound to the versions of the outline.
  /// - Returns: nil when it is not the change that the outline is of.
  func bound(_ change: Change) -> Change? {
    guard Self.digest(of: change) == digest else { return nil }
    var bound = change
    for (index, edit) in change.edits.enumerated() {
      if let flag = edit.flag {
        guard versions[Self.name(flag)] == flag.expects.version ?? 0 else { return nil }
      }
      if let segment = edit.segment {
        guard versions[Self.name(segment)] == segment.expects.version ?? 0 else { return nil }
      }
      for (position, item) in edit.items.enumerated() {
        guard let version = versions[Self.name(item, in: edit)] else { return nil }
        if item.expects == .present {
          bound.edits[index].items[position].expects = .version(version)
        } else if version != item.expects.version ?? 0 {
          return nil
        }
      }
    }
    return bound
  }

  /// A new flag gets its id anew each time, so its key stands for it.
  private static func name(_ flag: FlagWrite) -> String {
    "flag:" + (flag.expects == .absent ? flag.flag.key : flag.flag.id)
  }

  /// A new segment gets its id anew each time, so its key stands for it.
  private static func name(_ segment: SegmentWrite) -> String {
    "segment:" + (segment.expects == .absent ? segment.segment.key : segment.segment.id)
  }

  private static func name(_ item: ItemWrite, in edit: Edit) -> String {
    let isNewFlag = item.kind == .flag && item.expects == .absent
    let id = isNewFlag ? edit.flag?.flag.key ?? item.id : item.id
    return "item:\(item.environmentID)/\(item.kind.rawValue)/\(id)"
  }

  private static func digest(of change: Change) -> String {
    var fields = FramedFields()
    for edit in change.edits {
      if let write = edit.flag {
        let flag = write.flag
        for text in [name(write), flag.key, flag.kind, flag.owner, flag.description, flag.propertyTypes] {
          fields.append(text)
        }
        fields.append(flag.expiresOn)
        fields.append(Int64(flag.tags.count))
        for tag in flag.tags { fields.append(tag) }
        fields.append(write.isArchived)
        fields.append(write.isDeleted)
      }
      if let write = edit.segment {
        let segment = write.segment
        for text in [name(write), segment.key, segment.kind, segment.description] { fields.append(text) }
        fields.append(Int64(segment.tags.count))
        for tag in segment.tags { fields.append(tag) }
        fields.append(write.isArchived)
      }
      for item in edit.items {
        fields.append(name(item, in: edit))
        fields.append(item.schema)
        fields.append(item.document)
        fields.append(item.isKilled.map { $0 ? 1 : 0 })
        fields.append(item.isGone.map { $0 ? 1 : 0 })
      }
    }
    return SHA256.hash(fields.bytes).hexadecimal
  }
}

extension Expectation {
  /// The version that is expected; nil when none is named.
  fileprivate var version: Int64? { if case .version(let version) = self { version } else { nil } }
}
