import SerinFlags
import Store

/// A segment in one environment, as the control API shows it.
struct SegmentDetails: Sendable {
  let record: SegmentRecord
  /// The environment's item; nil where it never had one.
  let item: ItemRecord?
  let environment: EnvironmentRecord

  /// What the environment holds; nil where the segment has no definition.
  var entry: SegmentEntry? { item.flatMap { $0.isGone ? nil : SegmentEntry($0) } }

  var versions: VersionPair { VersionPair(fields: record.version, item: item?.version ?? 0) }

  /// How many ids the segment's list has; nil for one that is no list.
  var count: Int64? {
    switch entry?.definition?.condition {
    case .list(let list): Int64(list.ids.count)
    case .listed(let list): list.count
    case .none where record.kind == SegmentKind.list.rawValue: 0
    default: nil
    }
  }

  /// What names the segment's long list; nil for one that has none.
  var digest: String? {
    guard case .listed(let list) = entry?.definition?.condition else { return nil }
    return list.digest
  }

  /// The members that people edit.
  var editable: JSONObject {
    [
      "definition": entry?.json ?? .null, "description": .string(record.description),
      "tags": .array(record.tags.map(JSONValue.string)),
    ]
  }

  var json: JSONValue {
    var object = editable
    object["key"] = .string(record.key)
    object["id"] = .string(record.id)
    object["kind"] = .string(record.kind)
    object["environment"] = .string(environment.key)
    object["etag"] = .string(versions.text)
    object["updatedAt"] = item.map { .string(Instants.text($0.updatedAt)) } ?? .null
    object["count"] = count.map { .number(Double($0)) } ?? .null
    return .object(object)
  }
}
