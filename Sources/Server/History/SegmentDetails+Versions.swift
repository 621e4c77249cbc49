import SerinFlags
import Store

extension SegmentDetails: VersionedThing {
  static var noun: String { "segment" }
  static var kind: ItemKind { .segment }
  static var firstItem: Int64 { 0 }

  var key: String { record.key }
  var itemID: String { record.key }
  var halves: (fields: SegmentRecord, item: ItemRecord?) { (record, item) }

  var summary: JSONObject { ["count": count.map { .number(Double($0)) } ?? .null] }

  init(_ fields: SegmentRecord, _ item: ItemRecord?, in environment: EnvironmentRecord) {
    self.init(record: fields, item: item, environment: environment)
  }

  func fields(
    _ window: HistoryWindow, from store: any ConfigurationStore
  ) async throws(StoreError) -> [SegmentVersion] {
    try await store.segmentHistory(segmentID: record.id, newest: window)
  }

  func changes(since earlier: SegmentDetails?) -> [StructuralDiff.Change] {
    StructuralDiff(
      ofSegment: earlier?.editable ?? [:], to: editable, condition: "definition", environmentID: environment.id
    ).changes
  }
}
