/// The heads of text strings in CBOR (RFC 8949), which flagd hashes.
enum CBORText {
  /// The longest head.
  static let maximumHeaderLength = 9

  /// The head of a text of so many bytes, in its shortest form.
  static func header(length: Int) -> [UInt8] {
    withUnsafeTemporaryAllocation(byteCount: maximumHeaderLength, alignment: 1) { buffer in
      Array(buffer[..<writeHeader(length: length, to: buffer)])
    }
  }

  /// Writes the head of a text of so many bytes and gives its own length; the buffer holds nine bytes.
  static func writeHeader(length: Int, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    let bytes: Int
    switch length {
    case ..<24:
      buffer[0] = 0x60 | UInt8(truncatingIfNeeded: length)
      return 1
    case ..<0x100: (buffer[0], bytes) = (0x78, 1)
    case ..<0x1_0000: (buffer[0], bytes) = (0x79, 2)
    case ..<0x1_0000_0000: (buffer[0], bytes) = (0x7A, 4)
    default: (buffer[0], bytes) = (0x7B, 8)
    }
    for index in 0..<bytes {
      buffer[1 &+ index] = UInt8(truncatingIfNeeded: length &>> (8 &* (bytes &- 1 &- index)))
    }
    return 1 &+ bytes
  }
}
