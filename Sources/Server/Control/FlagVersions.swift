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
    guard let numbers = EditVersion.numbers(inTag: header), numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else {
      return nil
    }
    self.init(flag: numbers[0], item: numbers[1])
  }

  var text: String { "\(flag).\(item)" }
  var entityTag: String { "\"\(text)\"" }
}
