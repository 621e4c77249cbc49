/// The versions that an edit of a segment starts from: its own fields' and its definition's, written `"2.5"`.
///
/// The second is 0 where the environment never had a definition.
struct SegmentVersions: Sendable, Hashable {
  let segment: Int64
  let item: Int64

  init(segment: Int64, item: Int64) {
    self.segment = segment
    self.item = item
  }

  /// Reads an entity tag; nil when it is not one of ours.
  init?(parsing header: String) {
    guard let numbers = EditVersion.numbers(inTag: header), numbers.count == 2, numbers[0] > 0, numbers[1] >= 0 else {
      return nil
    }
    self.init(segment: numbers[0], item: numbers[1])
  }

  var text: String { "\(segment).\(item)" }
  var entityTag: String { "\"\(text)\"" }
}
