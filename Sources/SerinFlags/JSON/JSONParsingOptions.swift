/// How strictly JSON is read.
///
/// Every choice refuses what RFC 8259 does not allow; the options decide about the things that it leaves open.
public struct JSONParsingOptions: Sendable, Hashable {
  /// How many arrays and objects may stand inside one another.
  ///
  /// 0 to 128; other values are taken as the nearest of these.
  public var maximumDepth: Int
  /// The largest depth that is honoured: the parser needs some stack a level, and worker threads have little.
  static let deepest = 128

  /// Whether an object that has a name twice is refused; otherwise the last value counts.
  public var refusesDuplicates: Bool
  /// Whether an integer beyond 2^53, which a double cannot hold exactly, is refused; otherwise it is rounded.
  public var refusesInexactIntegers: Bool

  /// Creates options.
  public init(maximumDepth: Int = 64, refusesDuplicates: Bool = false, refusesInexactIntegers: Bool = false) {
    self.maximumDepth = maximumDepth
    self.refusesDuplicates = refusesDuplicates
    self.refusesInexactIntegers = refusesInexactIntegers
  }

  /// For data that others write: contexts, properties, answers.
  public static let lenient = JSONParsingOptions()

  /// For documents that decide something: duplicates and inexact integers are refused, 64 levels at most (conditions may nest
  /// 16 deep, which is two levels each).
  public static let control = JSONParsingOptions(
    maximumDepth: 64, refusesDuplicates: true, refusesInexactIntegers: true)
}
