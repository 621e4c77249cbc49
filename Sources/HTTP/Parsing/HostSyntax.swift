/// The value of a Host field: a name or an address, with or without a port (RFC 3986, 3.2.2 and 3.2.3).
enum HostSyntax {
  /// Whether the bytes are a host with an optional port.
  ///
  /// An empty host is not one: every http address has a host.
  static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    if first == UInt8(ascii: "[") {
      guard let close = bytes.firstIndex(of: UInt8(ascii: "]")), close > 2 else { return false }
      // Only the alphabet is checked: nobody connects to this address, it is compared with known names at the most.
      let address = bytes[1..<close]
      return address.contains(UInt8(ascii: ":"))
        && address.allSatisfy { ASCII.isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        && isPort(bytes[(close + 1)...])
    }
    let nameEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    return nameEnd > 0 && isName(bytes[..<nameEnd]) && isPort(bytes[nameEnd...])
  }

  private static func isName(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ";"),
        UInt8(ascii: "="):
        index += 1
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.endIndex, ASCII.isHexDigit(bytes[index + 1]), ASCII.isHexDigit(bytes[index + 2]) else {
          return false
        }
        index += 3
      default: return false
      }
    }
    return true
  }

  /// Nothing, a colon alone, or a colon with 0 to 65535.
  private static func isPort(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let colon = bytes.first else { return true }
    let digits = bytes.dropFirst()
    guard colon == UInt8(ascii: ":"), digits.count <= 5, digits.allSatisfy(ASCII.isDigit) else { return false }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 65_535
  }
}
