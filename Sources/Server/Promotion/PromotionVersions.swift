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
    guard let dot = text.lastIndex(of: "."), let target = VersionPair(parsing: String(text[..<dot])),
      let source = Int64(text[text.index(after: dot)...]), target.item > 0, source > 0
    else { return nil }
    self.init(target: target, source: source)
  }

  var text: String { "\(target.text).\(source)" }
}
