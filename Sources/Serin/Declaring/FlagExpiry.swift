/// A flag that should be gone from the code, in words for its owner.
///
/// A test in the app's continuous integration asks for them:
///
/// ```swift
/// @Test func noFlagIsExpired() {
///   #expect(ShopFlag.expired(on: .today()) == [])
/// }
/// ```
public struct FlagExpiry: Sendable, Hashable {
  /// The flag; its ``FlagKey/owner`` is who should act.
  public let flag: FlagKey
  /// The first day on which it counts as expired.
  public let expires: CalendarDay
  /// The day that was asked for.
  public let day: CalendarDay

  /// Creates a report; nil when the flag is not expired on that day.
  ///
  /// A flag is expired from its expiry day on. When either of the two days is none that exists it counts as expired too,
  /// so that a mistyped day cannot keep the check green.
  public init?(_ flag: FlagKey, on day: CalendarDay) {
    guard let expires = flag.expires, !expires.isValid || !day.isValid || expires <= day else { return nil }
    self.flag = flag
    self.expires = expires
    self.day = day
  }
}

extension FlagExpiry: CustomStringConvertible {
  /// One line with the flag, its kind, its owner and what is wrong.
  public var description: String {
    let problem =
      if !expires.isValid {
        "\"\(expires)\" is not a calendar day; write it as 2027-03-01"
      } else if !day.isValid {
        "expires on \(expires), and \"\(day)\" that was asked for is not a calendar day"
      } else {
        "expired on \(expires)"
      }
    return "\(flag.name) (\(flag.kind.rawValue), owner \(flag.owner)): \(problem)"
  }
}

extension [FlagKey] {
  /// The flags that are expired on a day, in the order of the array; each says its owner and its day.
  ///
  /// Its expiry is the first day on which a flag is expired. A flag whose expiry is no day that exists is expired on every
  /// day.
  public func expired(on day: CalendarDay) -> [FlagExpiry] {
    compactMap { FlagExpiry($0, on: day) }
  }
}
