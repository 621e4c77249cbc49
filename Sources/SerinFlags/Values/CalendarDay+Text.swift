extension CalendarDay: LosslessStringConvertible {
  /// Reads a day as documents write it, `2027-03-01`, years 0001 to 9999; nil when there is no such day.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]), let day = Self.number(bytes[8..<10]),
      year > 0, let read = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    self = read
  }

  /// The day as documents write it; what is no day, as it was written.
  public var description: String {
    unreadable?.string ?? "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var number: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return number
  }
}

extension CalendarDay: ExpressibleByStringLiteral {
  /// Creates a day from a literal; when there is no such day, one whose ``isValid`` is false.
  public init(stringLiteral text: String) {
    self = CalendarDay(text) ?? CalendarDay(unreadable: text)
  }
}
