/// A regular expression that is matched in a time linear in the text.
///
/// The dialect is that of RE2 without what depends on captures; <doc:Patterns> lists it. There is no backtracking, so
/// no pattern and no text make it slow: a match takes at most as many steps as the text has bytes, times the states of
/// the pattern, of which there are at most 3,968. A pattern is immutable and may be used by many threads at a time;
/// matching allocates nothing.
public struct Pattern: Sendable {
  /// The longest pattern, in bytes of UTF-8.
  public static let maximumBytes = 1024
  /// The longest text that is matched, in bytes of UTF-8; a longer one never matches.
  public static let maximumTextBytes = 4096

  /// The pattern as it was written.
  public let source: String
  /// Whether letter case does not count, as under `(?i)`.
  public let ignoringCase: Bool
  private let matcher: PatternMatcher

  /// Compiles a pattern.
  ///
  /// - Parameters:
  ///   - source: The pattern, of at most ``maximumBytes`` bytes.
  ///   - ignoringCase: Whether to begin with the flag `(?i)`.
  /// - Throws: ``PatternError`` with the place when the text is no pattern, needs what cannot be matched in linear
  ///   time, or is too large once its repetitions are written out.
  public init(parsing source: String, ignoringCase: Bool = false) throws(PatternError) {
    try self.init(parsing: source, ignoringCase: ignoringCase, alwaysLarge: false)
  }

  /// Compiles a pattern, on demand in the way for large ones whatever its size, so that tests can compare both.
  package init(parsing source: String, ignoringCase: Bool, alwaysLarge: Bool) throws(PatternError) {
    self.source = source
    self.ignoringCase = ignoringCase
    matcher = try PatternMatcher(parsing: source, ignoringCase: ignoringCase, alwaysLarge: alwaysLarge)
  }

  /// How many states the compiled pattern has, 0 for a plain text: compiling takes time in proportion.
  package var stateCount: Int { matcher.stateCount }

  /// Whether the pattern matches some part of a text; anchor it with `^` and `$` to match the whole.
  ///
  /// A text longer than ``maximumTextBytes`` does not match.
  public func matches(_ text: String) -> Bool {
    text.withBytes { matches($0) }
  }

  /// Whether the pattern matches some part of any bytes.
  ///
  /// Bytes that are not well-formed UTF-8 are passed over: nothing in a pattern matches them, also not `.`.
  package func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= Self.maximumTextBytes else { return false }
    var counter = Uncounted()
    return matcher.matches(bytes, counting: &counter)
  }

  /// How many steps it takes to find out whether the pattern matches; the same in every run.
  package func steps(matching text: String) -> Int {
    var counter = StepCount()
    text.withBytes { _ = matcher.matches($0, counting: &counter) }
    return counter.total
  }
}

extension Pattern: Hashable {
  /// Whether both were written with the same bytes and treat letter case alike.
  public static func == (left: Pattern, right: Pattern) -> Bool {
    left.ignoringCase == right.ignoringCase && left.source.hasSameBytes(as: right.source)
  }

  /// Hashes the source and how letter case is treated.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactString(source))
    hasher.combine(ignoringCase)
  }
}
