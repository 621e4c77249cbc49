import SerinFlags
import Store

/// A segment in one environment with its version.
struct SegmentView: Sendable {
  let item: ItemRecord
  let entry: SegmentEntry

  init(_ item: ItemRecord) {
    self.item = item
    entry = SegmentEntry(item)
  }

  var key: String { item.id }
}
