/// A range of IP addresses in CIDR notation: `10.0.0.0/8`, `2001:db8::/32`, or one address alone.
///
/// Bits behind the prefix may be set; they do not count. IPv4 and IPv6 addresses never match each other, apart from
/// IPv4 addresses written as IPv6 (`::ffff:10.0.0.1`, RFC 4291 2.5.5.2), which count as the IPv4 address.
package struct AddressRange: Sendable, Hashable {
  private let network: InternetAddress
  /// How many leading bits must agree.
  private let prefix: UInt8

  /// Reads a range, or nil when the text is none.
  package init?(parsing text: String) {
    let range = text.withBytes { bytes -> (InternetAddress, UInt8)? in
      let slash = bytes.firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      guard let address = InternetAddress(parsing: UnsafeBufferPointer(rebasing: bytes[..<slash])) else { return nil }
      guard slash < bytes.count else { return (address, address.bits) }
      guard let prefix = Self.prefix(UnsafeBufferPointer(rebasing: bytes[(slash + 1)...])) else { return nil }
      // A prefix of an IPv4 address written as IPv6 counts from the beginning of the IPv6 address.
      let shift = address.isMapped ? UInt8(96) : 0
      guard prefix >= shift, prefix - shift <= address.bits else { return nil }
      return (address, prefix - shift)
    }
    guard let range else { return nil }
    (network, prefix) = range
  }

  /// One to three digits without leading zeros.
  private static func prefix(_ digits: UnsafeBufferPointer<UInt8>) -> UInt8? {
    guard (1...3).contains(digits.count), digits.count == 1 || digits[0] != UInt8(ascii: "0") else { return nil }
    var number: UInt16 = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + UInt16(digit - UInt8(ascii: "0"))
    }
    return number <= 128 ? UInt8(number) : nil
  }

  /// Whether an address lies in the range.
  func contains(_ address: InternetAddress) -> Bool {
    guard address.isVersion4 == network.isVersion4 else { return false }
    let count = prefix + (network.isVersion4 ? 96 : 0)
    let high = Self.mask(UInt64(min(count, 64)))
    let low = Self.mask(UInt64(count > 64 ? count - 64 : 0))
    return (address.high ^ network.high) & high == 0 && (address.low ^ network.low) & low == 0
  }

  /// Whether an address in its usual notation lies in the range; false for a text that is no address.
  package func contains(address text: String) -> Bool {
    text.withBytes { bytes in InternetAddress(parsing: bytes) }.map(contains) ?? false
  }

  /// A word whose first bits are set.
  private static func mask(_ bits: UInt64) -> UInt64 {
    bits == 0 ? 0 : ~0 << (64 - bits)
  }
}
