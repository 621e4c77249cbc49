/// What the differences of a promotion are between: the flag's own fields, its item in the target, and what is taken from
/// the source, written `"3.8.41"`.
struct PromotionVersions: Sendable, Hashable {
  /// The versions in the target.
  let target: VersionPair
  /// The last revision in which the source changed anything that is taken over: the flag, or a segment that comes along.
  let source: Int64

  init(target: VersionPair, source: Int64) {
    self.target = target
    self.source = source
  }

  /// Reads what a plan said; nil when it is nothing of that kind.
  init?(parsing text: String) {
    guard let numbers = EditVersion.numbers(in: text[...]), numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else {
      return nil
    }
    self.init(target: VersionPair(fields: numbers[0], item: numbers[1]), source: numbers[2])
  }

  var text: String { "\(target.text).\(source)" }
}
