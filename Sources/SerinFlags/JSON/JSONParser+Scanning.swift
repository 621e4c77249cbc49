extension JSONParser {
  @inline(__always)
  mutating func skipWhitespace() {
    while position < count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return
      }
    }
  }

  /// Steps over the byte when it is the next one.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < count, bytes[position] == byte else { return false }
    position &+= 1
    return true
  }

  /// An error at the current position.
  func error(_ message: String) -> JSONError {
    JSONError(offset: position, message: message)
  }

  /// What stands at the current position, in words.
  func found() -> String {
    guard position < count else { return "the end of the text" }
    let byte = bytes[position]
    if byte > 0x20, byte < 0x7F { return "`\(Character(UnicodeScalar(byte)))`" }
    return "the byte \(hexadecimal(byte))"
  }

  /// A byte as `0x1F`.
  func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0x0\(digits)" : "0x\(digits)"
  }
}
