/// An instant in UTC, in microseconds since 1970-01-01T00:00:00Z.
///
/// Documents write instants as RFC 3339 with an offset, with or without a fraction; attributes may also hold seconds
/// since 1970 as a number. Leap seconds are not counted: `23:59:60` is the instant after `23:59:59`.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Microseconds since 1970-01-01T00:00:00Z; negative before.
  public var microseconds: Int64

  /// Creates an instant from microseconds since 1970.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Creates an instant from milliseconds since 1970, within the years 0000 to 9999; what lies outside is moved to the
  /// nearer end.
  public init(milliseconds: Int64) {
    let bounded = min(max(milliseconds, Self.earliest.microseconds / 1000), Self.latest.microseconds / 1000)
    microseconds = bounded * 1000
  }

  /// Creates an instant from seconds since 1970, or nil when it is not within the years 0000 to 9999.
  ///
  /// Fractions are taken to the nearest microsecond.
  public init?(secondsSince1970 seconds: Double) {
    let scaled = seconds * 1_000_000
    guard scaled >= Double(Self.earliest.microseconds), scaled <= Double(Self.latest.microseconds) else { return nil }
    // Adding a half and cutting off rounds to the nearest without the C mathematics library.
    microseconds = Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
  }

  /// 0000-01-01T00:00:00Z, the first instant that RFC 3339 can write.
  public static let earliest = Timestamp(microseconds: -62_167_219_200_000_000)
  /// 9999-12-31T23:59:59.999999Z, the last instant that RFC 3339 can write.
  public static let latest = Timestamp(microseconds: 253_402_300_799_999_999)

  /// Orders instants by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }
}

extension Timestamp: CustomStringConvertible {
  static let microsecondsPerDay: Int64 = 86_400_000_000

  /// The instant as RFC 3339 in UTC, with a fraction only where it has one: `2027-01-15T09:00:00Z`.
  public var description: String {
    var (day, time) = microseconds.quotientAndRemainder(dividingBy: Self.microsecondsPerDay)
    if time < 0 {
      time += Self.microsecondsPerDay
      day -= 1
    }
    let seconds = time / 1_000_000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    return "\(CalendarDay(daysSince1970: day))T\(clock)\(Self.fraction(time % 1_000_000))Z"
  }

  private static func fraction(_ microseconds: Int64) -> String {
    guard microseconds > 0 else { return "" }
    var digits = microseconds.padded(to: 6)
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return "." + digits
  }
}
