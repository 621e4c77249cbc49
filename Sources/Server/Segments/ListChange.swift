import SerinFlags
import Store

/// A list that is about to take the place of another one.
struct ListChange: Sendable {
  let current: SegmentDetails
  let new: GivenIDs
  let caller: Caller
  let reason: String
  /// The digests of the new list's buckets, when it stands beside the document.
  let digest: IDListDigest?

  init(current: SegmentDetails, new: GivenIDs, caller: Caller, reason: String) {
    self.current = current
    self.new = new
    self.caller = caller
    self.reason = reason
    digest = new.inlineTexts == nil ? IDListDigest(new.list, engine: .hardware) : nil
  }

  /// The attribute that the list is about; nil for the user's id, else the device's id.
  private var attribute: String? {
    switch current.entry?.definition?.condition {
    case .list(let list): list.by
    case .listed(let reference): reference.by
    default: nil
    }
  }

  /// The segment's definition afterwards.
  var condition: Condition {
    if let digest {
      return .listed(ListReference(digest, count: new.list.count, by: attribute))
    }
    return .list(IDCondition(new.inlineTexts ?? [], by: attribute))
  }

  /// The edit that makes it current.
  func edit(in environment: EnvironmentRecord, upload: String?) -> Edit {
    let key = current.record.key
    var edit = Edit(audit: caller.entry("segment.list", "segment:\(key)", reason: reason))
    edit.items = [
      ItemWrite(
        environmentID: environment.id, kind: .segment, id: key, schema: FlagItem.schema,
        document: SegmentItem.document(SegmentDefinition(key: key, condition: condition)).text, isGone: false,
        expects: current.item.map { .version($0.version) } ?? .absent)
    ]
    // A segment that was deleted meanwhile must not come back by its list.
    edit.segment = SegmentWrite(segment: current.record, expects: .version(current.record.version))
    if let upload, let digest {
      edit.list = ListWrite(
        environmentID: environment.id, segmentID: current.record.id, upload: upload, digest: digest.total,
        count: Int64(new.list.count))
    }
    return edit
  }
}

extension ListReference {
  /// A reference to a list whose digest was computed.
  init(_ digest: IDListDigest, count: Int, by attribute: String?) {
    self.init(digest: digest.total.hexadecimal, count: Int64(count), by: attribute)
  }
}
