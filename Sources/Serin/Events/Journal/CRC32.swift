/// The cyclic redundancy check of IEEE 802.3, as gzip uses it (RFC 1952, 8).
struct CRC32 {
  private var remainder = UInt32.max

  /// The check of the bytes so far.
  var value: UInt32 { ~remainder }

  /// Takes more bytes in.
  mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { remainder = Self.table[Int((remainder ^ UInt32(byte)) & 0xFF)] ^ remainder >> 8 }
  }

  /// The check of bytes.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes)
    return crc.value
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
  }
}
