extension Timestamp {
  /// Reads an instant of RFC 3339: date, `T`, time, an optional fraction, and `Z` or an offset such as `+02:00`.
  ///
  /// `t`, `z` and a blank in place of the `T` are accepted, as RFC 3339 allows. Digits beyond microseconds are cut off. A
  /// text without an offset is not an instant, and neither is a date alone.
  public init?(parsing text: String) {
    guard let instant = text.withBytes({ Timestamp(parsing: $0) }) else { return nil }
    self = instant
  }

  init?(parsing bytes: UnsafeBufferPointer<UInt8>) {
    var reader = TimestampReader(bytes: bytes)
    guard let year = reader.number(digits: 4), reader.take("-"), let month = reader.number(digits: 2), reader.take("-"),
      let dayOfMonth = reader.number(digits: 2), reader.take("T") || reader.take("t") || reader.take(" "),
      let hour = reader.number(digits: 2), reader.take(":"), let minute = reader.number(digits: 2), reader.take(":"),
      let second = reader.number(digits: 2), let fraction = reader.fraction(), let offset = reader.offset(),
      reader.isAtEnd, hour <= 23, minute <= 59, second <= 60,
      let day = CalendarDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    let seconds = day.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
    let instant = Timestamp(microseconds: seconds * 1_000_000 + fraction)
    // An offset can move an instant of the first or last day beyond what can be written.
    guard instant >= Self.earliest, instant <= Self.latest else { return nil }
    self = instant
  }
}

/// Reads the parts of an RFC 3339 text from left to right.
private struct TimestampReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func digit() -> Int64? {
    guard position < bytes.count, bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9") else {
      return nil
    }
    position += 1
    return Int64(bytes[position - 1] - UInt8(ascii: "0"))
  }

  mutating func number(digits count: Int) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// The fraction in microseconds, 0 without one; nil for a point without digits.
  mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    var microseconds: Int64 = 0
    var scale: Int64 = 100_000
    guard let first = digit() else { return nil }
    microseconds = first * scale
    while let next = digit() {
      scale /= 10
      microseconds += next * scale
    }
    return microseconds
  }

  /// The offset from UTC in minutes.
  mutating func offset() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let isNegative = take("-")
    guard isNegative || take("+"), let hours = number(digits: 2), take(":"), let minutes = number(digits: 2),
      hours <= 23,
      minutes <= 59
    else { return nil }
    return (isNegative ? -1 : 1) * (hours * 60 + minutes)
  }
}
