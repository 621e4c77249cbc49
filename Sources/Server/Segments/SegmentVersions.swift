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
    var text = header[...]
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
    let numbers = text.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, let segment = Int64(numbers[0]), let item = Int64(numbers[1]), segment > 0, item >= 0
    else { return nil }
    self.init(segment: segment, item: item)
  }

  var text: String { "\(segment).\(item)" }
  var entityTag: String { "\"\(text)\"" }
}
