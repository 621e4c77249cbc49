/// An IPv4 or IPv6 address; an IPv4 one is held as IPv6 writes it, behind `::ffff:`.
struct InternetAddress: Sendable, Hashable {
  let high: UInt64
  let low: UInt64
  /// Whether the text was an IPv4 address in IPv6 notation.
  let isMapped: Bool

  private static let mappedPrefix: UInt64 = 0xFFFF

  var isVersion4: Bool { high == 0 && low >> 32 == Self.mappedPrefix }
  /// How many bits an address of this version has.
  var bits: UInt8 { isVersion4 ? 32 : 128 }

  /// Reads an address, or nil when the text is none: four decimal bytes without leading zeros, or IPv6 as RFC 4291 2.2
  /// has it, without a zone.
  init?(parsing bytes: UnsafeBufferPointer<UInt8>) {
    // Longer texts are no addresses; it also bounds the work on what comes from outside.
    guard (2...45).contains(bytes.count) else { return nil }
    if !bytes.contains(UInt8(ascii: ":")) {
      guard let word = Self.version4(bytes[...]) else { return nil }
      high = 0
      low = Self.mappedPrefix << 32 | UInt64(word)
      isMapped = false
      return
    }
    guard let (high, low) = Self.version6(bytes) else { return nil }
    self.high = high
    self.low = low
    isMapped = high == 0 && low >> 32 == Self.mappedPrefix
  }

  private static func version4(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
    var address: UInt32 = 0
    var part: UInt32 = 0
    var digits = 0
    var parts = 1
    for byte in bytes {
      if byte == UInt8(ascii: ".") {
        guard digits > 0, parts < 4 else { return nil }
        address = address << 8 | part
        (part, digits, parts) = (0, 0, parts + 1)
        continue
      }
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits == 0 || part > 0 else { return nil }
      part = part * 10 + UInt32(byte - UInt8(ascii: "0"))
      digits += 1
      guard part <= 255 else { return nil }
    }
    return parts == 4 && digits > 0 ? address << 8 | part : nil
  }

  /// Reads groups from the left; those behind `::` are moved to the end when all are read.
  private static func version6(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
    var address = (high: UInt64(0), low: UInt64(0))
    var groups = 0
    /// How many groups stand before `::`.
    var gap: Int?
    var position = 0
    if bytes[0] == UInt8(ascii: ":") {
      guard bytes[1] == UInt8(ascii: ":") else { return nil }
      gap = 0
      position = 2
    }
    while position < bytes.count {
      guard groups < 8 else { return nil }
      let end = bytes[position...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
      if end == bytes.count, bytes[position...].contains(UInt8(ascii: ".")) {
        guard groups <= 6, let word = version4(bytes[position...]) else { return nil }
        append(UInt16(word >> 16), to: &address)
        append(UInt16(word & 0xFFFF), to: &address)
        groups += 2
        position = end
        break
      }
      guard let group = group(bytes[position..<end]) else { return nil }
      append(group, to: &address)
      groups += 1
      position = end
      guard position < bytes.count else { break }
      position += 1
      // A colon must be followed by a group or, once, by a second colon.
      guard position < bytes.count else { return nil }
      if bytes[position] == UInt8(ascii: ":") {
        guard gap == nil else { return nil }
        gap = groups
        position += 1
      }
    }
    guard let gap else { return groups == 8 ? address : nil }
    return groups < 8 ? expanded(address, groups: groups, gap: gap) : nil
  }

  private static func append(_ group: UInt16, to address: inout (high: UInt64, low: UInt64)) {
    address = (address.high << 16 | address.low >> 48, address.low << 16 | UInt64(group))
  }

  /// Puts zeros where `::` stands.
  private static func expanded(_ address: (high: UInt64, low: UInt64), groups: Int, gap: Int) -> (UInt64, UInt64) {
    var expanded = (high: UInt64(0), low: UInt64(0))
    for index in 0..<8 {
      let source = index < gap ? index : index - (8 - groups)
      let isZero = index >= gap && index < gap + 8 - groups
      append(isZero ? 0 : self.group(address, at: source + 8 - groups), to: &expanded)
    }
    return expanded
  }

  private static func group(_ address: (high: UInt64, low: UInt64), at index: Int) -> UInt16 {
    let word = index < 4 ? address.high : address.low
    return UInt16(truncatingIfNeeded: word >> UInt64(48 - 16 * (index & 3)))
  }

  /// One to four hexadecimal digits.
  private static func group(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt16? {
    guard (1...4).contains(digits.count) else { return nil }
    var group: UInt16 = 0
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
      default: return nil
      }
      group = group << 4 | UInt16(value)
    }
    return group
  }
}
