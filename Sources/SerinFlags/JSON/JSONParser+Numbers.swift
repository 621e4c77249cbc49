extension JSONParser {
  /// More characters than this in one number are refused: a double never needs more than 25.
  private static let longestNumber = 40

  /// Reads a number and its sign.
  @inline(__always)
  mutating func parseNumber() throws(JSONError) -> Double {
    if let integer = takeShortInteger() { return integer }
    return try parseAnyNumber()
  }

  /// Steps over an integer of one to seven digits; all else is left where it is.
  ///
  /// All digits are taken at once, since a loop over them costs a wrong guess of the processor for every number.
  @inline(__always)
  private mutating func takeShortInteger() -> Double? {
    let isNegative = bytes[position] == UInt8(ascii: "-")
    let start = isNegative ? position &+ 1 : position
    guard start &+ 8 <= count else { return nil }
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    // A digit becomes its value; adding 0x76 to another value below 0x80 sets the high bit, and others have it set.
    // A carry can only come out of a byte that is no digit, so the lowest hit is always right.
    let values = word ^ 0x3030_3030_3030_3030
    let others = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
    let digits = others.trailingZeroBitCount &>> 3
    guard digits > 0, digits < 8, digits == 1 || values & 0xFF != 0 else { return nil }
    if isFractionOrExponent(bytes[start &+ digits]) { return nil }
    // Eight digits with zeros before them: neighbours become two digits, then four, then eight.
    var value = values &<< UInt64(truncatingIfNeeded: 8 &* (8 &- digits))
    value = (value &* 10 &+ value &>> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value &>> 16) & 0x0000_FFFF_0000_FFFF
    value = (value &* 10_000 &+ value &>> 32) & 0xFFFF_FFFF
    position = start &+ digits
    // A signed integer is converted by one instruction, an unsigned one by several.
    let number = Double(Int64(truncatingIfNeeded: value))
    return isNegative ? -number : number
  }

  @inline(never)
  private mutating func parseAnyNumber() throws(JSONError) -> Double {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    var digits = Digits()
    if take(UInt8(ascii: "0")) {
      digits.count = 1
      if position < count, isDigit(bytes[position]) { throw error("a number must not begin with 0") }
    } else {
      try takeDigits(into: &digits, after: "-")
    }
    let isInteger = position == count || !isFractionOrExponent(bytes[position])
    if take(UInt8(ascii: ".")) {
      let integerCount = digits.count
      try takeDigits(into: &digits, after: ".")
      digits.exponent = integerCount &- digits.count
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      let isNegativeExponent = take(UInt8(ascii: "-"))
      if !isNegativeExponent { _ = take(UInt8(ascii: "+")) }
      var power = Digits()
      try takeDigits(into: &power, after: "e")
      // Anything this large is refused or zero anyway; the cap keeps the sum in range.
      let magnitude = power.count > 6 ? 1_000_000 : Int(power.mantissa)
      digits.exponent &+= isNegativeExponent ? -magnitude : magnitude
    }
    guard position &- start <= Self.longestNumber else {
      position = start
      throw error("a number may have at most \(Self.longestNumber) characters")
    }
    let value = try value(of: digits, from: start)
    if isInteger, options.refusesInexactIntegers, value > 9_007_199_254_740_992 || digits.isBeyondExact {
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      position = start
      throw error("\(text) cannot be held exactly; integers may be at most 9007199254740992 from zero")
    }
    return isNegative ? -value : value
  }

  /// The magnitude of a number that was read up to the current position.
  private mutating func value(of digits: Digits, from start: Int) throws(JSONError) -> Double {
    // Both operands are exact doubles here, so the one rounding of the operation is the right one (Clinger 1990).
    if digits.count <= 18, digits.mantissa <= 1 << 53 {
      if digits.exponent == 0 { return Double(digits.mantissa) }
      if digits.exponent > 0, digits.exponent <= 22 {
        return Double(digits.mantissa) * exactPowersOfTen[digits.exponent]
      }
      if digits.exponent < 0, digits.exponent >= -22 {
        return Double(digits.mantissa) / exactPowersOfTen[-digits.exponent]
      }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      position = start
      throw error("\(text) is beyond the range of a number")
    }
    return value.magnitude
  }

  private mutating func takeDigits(into digits: inout Digits, after what: StaticString) throws(JSONError) {
    let start = position
    while position < count, isDigit(bytes[position]) {
      // Beyond 19 digits, where it would overflow, the mantissa is no longer used.
      if digits.count < 19 { digits.mantissa = digits.mantissa * 10 + UInt64(bytes[position] &- UInt8(ascii: "0")) }
      digits.count &+= 1
      position &+= 1
    }
    guard position > start else { throw error("expected a digit after `\(what)`, found \(found())") }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  private func isFractionOrExponent(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
  }
}

/// The digits of a number, taken as one integer, and the power of ten to multiply it with.
private struct Digits {
  var mantissa: UInt64 = 0
  var count = 0
  var exponent = 0

  /// Whether an integer of these digits is beyond 2^53.
  var isBeyondExact: Bool { count > 18 || mantissa > 1 << 53 }
}

/// The powers of ten that a double holds exactly.
private let exactPowersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21,
  1e22,
]
