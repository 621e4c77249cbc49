/// The versions of the two halves of a flag or a segment, written `3.8`: of its own fields, and of what one environment
/// has of it.
///
/// The second is 0 where the environment never had anything of it, which only segments know.
struct VersionPair: Sendable, Hashable {
  let fields: Int64
  let item: Int64

  init(fields: Int64, item: Int64) {
    self.fields = fields
    self.item = item
  }

  /// Reads what ``text`` writes; nil for anything else.
  init?(parsing text: String) { self.init(EditVersion.numbers(in: text[...])) }

  /// Reads an entity tag, `"3.8"`; nil when it is not one of ours.
  init?(tag: String) { self.init(EditVersion.numbers(inTag: tag)) }

  private init?(_ numbers: [Int64]?) {
    guard let numbers, numbers.count == 2, numbers[0] > 0, numbers[1] >= 0 else { return nil }
    self.init(fields: numbers[0], item: numbers[1])
  }

  var text: String { "\(fields).\(item)" }
  var entityTag: String { "\"\(text)\"" }

  /// Whether neither half is newer than that of another pair.
  func isUpTo(_ other: VersionPair) -> Bool { fields <= other.fields && item <= other.item }
}
