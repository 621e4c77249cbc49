extension JSONParser {
  /// Reads a string's content and its closing quote; the position is behind the opening one.
  @inline(__always)
  mutating func parseStringContent() throws(JSONError) -> String {
    try parseText { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a member's name and its closing quote; the position is behind the opening one.
  @inline(__always)
  mutating func parseName() throws(JSONError) -> PackedName {
    try parseText { PackedName(validUTF8: $0) }
  }

  /// Reads a string's content and its closing quote, and makes something of the content's UTF-8.
  @inline(__always)
  private mutating func parseText<Text>(_ make: (UnsafeRawBufferPointer) -> Text) throws(JSONError) -> Text {
    let start = position
    skipPlainASCII()
    // Nearly every string is plain ASCII and lies in the text as it is.
    if position < count, bytes[position] == UInt8(ascii: "\"") {
      let end = position
      position &+= 1
      return make(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }
    let hasEscapes = try scanUnusualContent(from: start)
    if hasEscapes { return scratch.withUnsafeBytes(make) }
    return make(UnsafeRawBufferPointer(rebasing: bytes[start..<(position &- 1)]))
  }

  /// Goes on with a string that is more than plain ASCII, to behind its closing quote.
  ///
  /// - Returns: Whether it has escapes; then the content is in `scratch`.
  @inline(never)
  private mutating func scanUnusualContent(from start: Int) throws(JSONError) -> Bool {
    var runStart = start
    var hasEscapes = false
    while true {
      skipPlainASCII()
      guard position < count else { throw error("the string has no closing quote") }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        if hasEscapes { scratch.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[runStart..<position])) }
        position &+= 1
        return hasEscapes
      } else if byte == UInt8(ascii: "\\") {
        if !hasEscapes {
          hasEscapes = true
          scratch.removeAll(keepingCapacity: true)
        }
        scratch.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[runStart..<position]))
        try parseEscape()
        runStart = position
      } else if byte < 0x20 {
        throw error("the control character \(hexadecimal(byte)) must be written as an escape")
      } else {
        try skipMultibyteScalar(lead: byte)
      }
    }
  }

  /// Steps over bytes that stand for themselves, eight at a time.
  @inline(__always)
  private mutating func skipPlainASCII() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    while position &+ 8 <= count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      // Each term sets a byte's high bit for: not ASCII; below 0x20; a quote; a backslash. A borrow can only disturb
      // bytes above a true hit, so the lowest hit is always right.
      let quote = word ^ (ones * UInt64(UInt8(ascii: "\"")))
      let backslash = word ^ (ones * UInt64(UInt8(ascii: "\\")))
      let control = (word &- ones * 0x20) & ~word
      let hits = (word | control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highBits
      guard hits == 0 else {
        position &+= hits.trailingZeroBitCount &>> 3
        return
      }
      position &+= 8
    }
    while position < count {
      let byte = bytes[position]
      guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return }
      position &+= 1
    }
  }

  /// Steps over one scalar of two to four bytes, refusing everything that is not well-formed UTF-8.
  ///
  /// The ranges are those of table 3-7 of the Unicode standard: they leave out overlong forms, surrogates and values
  /// beyond U+10FFFF.
  private mutating func skipMultibyteScalar(lead: UInt8) throws(JSONError) {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw error("the string is not valid UTF-8")
    }
    guard position &+ length <= count, second.contains(bytes[position &+ 1]) else {
      throw error("the string is not valid UTF-8")
    }
    for offset in 2..<max(length, 2) where bytes[position &+ offset] & 0xC0 != 0x80 {
      throw error("the string is not valid UTF-8")
    }
    position &+= length
  }

  private mutating func parseEscape() throws(JSONError) {
    guard position &+ 1 < count else { throw error("the string has no closing quote") }
    let escaped: UInt8
    switch bytes[position &+ 1] {
    case UInt8(ascii: "\""): escaped = UInt8(ascii: "\"")
    case UInt8(ascii: "\\"): escaped = UInt8(ascii: "\\")
    case UInt8(ascii: "/"): escaped = UInt8(ascii: "/")
    case UInt8(ascii: "b"): escaped = 0x08
    case UInt8(ascii: "f"): escaped = 0x0C
    case UInt8(ascii: "n"): escaped = 0x0A
    case UInt8(ascii: "r"): escaped = 0x0D
    case UInt8(ascii: "t"): escaped = 0x09
    case UInt8(ascii: "u"):
      try parseUnicodeEscape()
      return
    default:
      throw error("unknown escape; allowed are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits")
    }
    scratch.append(escaped)
    position &+= 2
  }

  private mutating func parseUnicodeEscape() throws(JSONError) {
    let start = position
    var value = try parseFourHexadecimalDigits()
    if value &>> 10 == 0x36, position &+ 1 < count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position &+ 1] == UInt8(ascii: "u")
    {
      let low = try parseFourHexadecimalDigits()
      if low &>> 10 == 0x37 { value = 0x10000 &+ ((value & 0x3FF) &<< 10) &+ (low & 0x3FF) }
    }
    guard let scalar = Unicode.Scalar(value) else {
      position = start
      throw error("\\u\(String(value, radix: 16)) is half of a surrogate pair")
    }
    scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Reads `\uXXXX`; the position is on the backslash.
  private mutating func parseFourHexadecimalDigits() throws(JSONError) -> UInt32 {
    guard position &+ 6 <= count else { throw error("\\u needs four hexadecimal digits") }
    var value: UInt32 = 0
    for offset in 2..<6 {
      let byte = bytes[position &+ offset]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
      default: throw error("\\u needs four hexadecimal digits")
      }
      value = value &<< 4 | UInt32(digit)
    }
    position &+= 6
    return value
  }
}
