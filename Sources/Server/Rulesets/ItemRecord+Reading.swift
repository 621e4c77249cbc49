import SerinFlags
import Store

extension ItemRecord {
  /// The item's document as far as it can be read, and what is wrong with the row; nil when nothing is.
  fileprivate func read() -> (document: JSONObject, issue: DocumentIssue?) {
    do throws(JSONError) {
      let json = try JSONValue(parsing: Array(document.utf8), options: .lenient)
      let isSound = computedDigest == digest
      let issue = DocumentIssue(path: "", message: "the stored document does not match its digest")
      return (json.objectValue ?? [:], isSound ? nil : issue)
    } catch {
      return ([:], DocumentIssue(path: "", message: "\(error)"))
    }
  }
}

extension FlagEntry {
  /// Reads the flag of an item; a document that this version does not understand makes a malformed flag, never a
  /// failure.
  init(_ item: ItemRecord) {
    var (document, issue) = item.read()
    let key = document["key"]?.stringValue ?? item.id
    document["killed"] = .bool(item.isKilled)
    self.init(reading: .object(document), key: key)
    if let issue { content = .malformed(MalformedFlag(json: [:], issues: [issue])) }
  }
}

extension SegmentEntry {
  /// Reads the segment of an item; one that is not understood makes the flags that use it malformed.
  init(_ item: ItemRecord) {
    let (document, issue) = item.read()
    self.init(reading: SegmentItem.condition(in: document), key: item.id)
    if let issue { content = .malformed(json: [:], issues: [issue]) }
  }
}
