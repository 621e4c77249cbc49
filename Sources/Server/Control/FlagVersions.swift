/// The versions that an edit starts from: the flag's own fields' and its item's, written `"3.8"`.
struct FlagVersions: Sendable, Hashable {
  let flag: Int64
  let item: Int64

  init(flag: Int64, item: Int64) {
    self.flag = flag
    self.item = item
  }

  /// Reads an entity tag; nil when it is not one of ours.
  init?(parsing header: String) {
    var text = header[...]
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
    let numbers = text.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, let flag = Int64(numbers[0]), let item = Int64(numbers[1]), flag > 0, item > 0 else {
      return nil
    }
    self.init(flag: flag, item: item)
  }

  /// What `If-Match` may be where it names two versions.
  static let schema = Schema.string(pattern: #"^(\*|(W/)?"[1-9][0-9]{0,17}\.[0-9]{1,18}")$"#)

  var text: String { "\(flag).\(item)" }
  var entityTag: String { "\"\(text)\"" }
}
