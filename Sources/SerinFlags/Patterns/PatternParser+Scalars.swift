extension PatternParser {
  /// Reads an escape that stands for one scalar.
  mutating func parseEscapedScalar(from start: Int) throws(PatternError) -> UInt32 {
    offset += 1
    guard let byte = peek else {
      throw error(at: start, "`\\` at the end escapes nothing: write `\\\\` to mean itself")
    }
    offset += 1
    switch byte {
    case UInt8(ascii: "a"): return 0x07
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "v"): return 0x0B
    case UInt8(ascii: "x"): return try parseHexadecimal(from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      if let scalar = parseOctal(byte) { return scalar }
    case 0..<0x80 where PatternAssertion.Neighbour(UInt32(byte)) != .word || byte == UInt8(ascii: "_"):
      return UInt32(byte)
    default: break
    }
    // Shows a scalar of several bytes whole.
    offset -= 1
    _ = nextScalar()
    throw error(at: start, "\(quoted(from: start)) \(Self.refusal(ofEscaped: byte))")
  }

  /// Reads up to three octal digits, of which the first one was read; a single one that is not zero is none.
  private mutating func parseOctal(_ first: UInt8) -> UInt32? {
    var value = UInt32(first - 0x30)
    var digits = 1
    while digits < 3, let byte = peek, (0x30...0x37).contains(byte) {
      value = value * 8 + UInt32(byte - 0x30)
      digits += 1
      offset += 1
    }
    return digits == 1 && value > 0 ? nil : value
  }

  private mutating func parseHexadecimal(from start: Int) throws(PatternError) -> UInt32 {
    let isBraced = peek == UInt8(ascii: "{")
    if isBraced { offset += 1 }
    var value: UInt32 = 0
    var digits = 0
    while isBraced || digits < 2, let byte = peek, let digit = Self.digit(byte) {
      value = min(value * 16 + digit, CodePointSet.last + 1)
      digits += 1
      offset += 1
    }
    let isClosed = isBraced ? peek == UInt8(ascii: "}") && digits > 0 : digits == 2
    guard isClosed, Unicode.Scalar(value) != nil else {
      throw error(
        at: start, "\(quoted(from: start)) is no scalar: write two digits or `\\x{10FFFF}`, without surrogates")
    }
    if isBraced { offset += 1 }
    return value
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x37)
    case 0x61...0x66: UInt32(byte - 0x57)
    default: nil
    }
  }

  private static func refusal(ofEscaped byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "k"), UInt8(ascii: "g"):
      "is a back-reference, which is not supported: it cannot be matched in linear time"
    case UInt8(ascii: "C"): "is a single byte, which is not supported: use `.`"
    case UInt8(ascii: "G"): "is the end of the last match, which is not supported"
    case UInt8(ascii: "Z"): "is not supported: use `\\z` for the end of the text"
    case UInt8(ascii: "E"): "ends no quotation: `\\Q` is missing before it"
    case UInt8(ascii: "K"): "is the start of what is kept, which is not supported"
    default: "is no escape; ASCII punctuation, `\\d`, `\\w`, `\\s`, `\\b`, `\\pL`, `\\n`, `\\x41` and the like are"
    }
  }
}
