/// Regular expressions for what other systems take for a semantic version.
///
/// Serin takes more: a leading `v`, and versions of one or two numbers. Where a source does not, these stand beside the
/// comparison, so that a text which is no version there matches no rule here either.
enum VersionPattern {
  private static let number = "(0|[1-9][0-9]*)"
  private static let label = "(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
  private static let tail = "(-\(label)(\\.\(label))*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"

  /// Semantic Versioning 2.0 to the letter: three numbers.
  static let strict = "^\(number)\\.\(number)\\.\(number)\(tail)"
  /// The same with one, two or three numbers.
  static let partial = "^\(number)(\\.\(number)(\\.\(number))?)?\(tail)"
}
