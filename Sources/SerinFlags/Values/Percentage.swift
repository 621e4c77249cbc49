/// A percentage from 0 to 100 with six decimals, held as an integer of millionths of a percent.
///
/// 0 is nobody and 100 is everybody, exactly.
public struct Percentage: Sendable, Hashable, Comparable {
  /// Millionths of a percent, 0 to 100,000,000.
  public let micro: UInt32

  /// Nobody.
  public static let nobody = Percentage(clamping: 0)
  /// Everybody.
  public static let everybody = Percentage(clamping: 100)

  /// Why a number is not a percentage.
  enum Problem {
    case outOfRange
    case tooManyDecimals
  }

  /// Creates a percentage, or nil when the number is not within 0...100 or has more than six decimals.
  public init?(_ percent: Double) {
    guard Self.problem(of: percent) == nil else { return nil }
    self.init(clamping: percent)
  }

  /// Creates the nearest percentage; a value that is not a number becomes 0.
  public init(clamping percent: Double) {
    // Adding a half and cutting off rounds to the nearest without the C mathematics library.
    let bounded = percent > 0 ? min(percent, 100) : 0
    micro = UInt32(bounded * 1_000_000 + 0.5)
  }

  static func problem(of percent: Double) -> Problem? {
    guard percent >= 0, percent <= 100 else { return .outOfRange }
    // A decimal of at most six places is the double nearest to some whole number of millionths.
    return Percentage(clamping: percent).percent == percent ? nil : .tooManyDecimals
  }

  /// The percentage as a number.
  public var percent: Double { Double(micro) / 1_000_000 }

  /// Orders percentages by size.
  public static func < (left: Percentage, right: Percentage) -> Bool {
    left.micro < right.micro
  }
}
