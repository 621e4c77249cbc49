/// Calls `body` with a message that is padded to whole blocks of 64 bytes, as MD5, SHA-1 and SHA-256 do it.
///
/// A byte 0x80, zeros, and the length in bits as eight bytes follow the message. Up to a kilobyte lies on the stack, so
/// nothing is allocated for ordinary messages.
///
/// - Parameters:
///   - length: The message's length in bytes.
///   - isBigEndian: Whether the length is written with its most significant byte first.
///   - fill: Writes the message; its buffer is exactly that long and not initialised.
///   - body: Reads the padded message.
@inline(__always)
func withPaddedMessage<Result>(
  length: Int, isBigEndian: Bool, fill: (UnsafeMutableRawBufferPointer) -> Void,
  body: (UnsafeRawBufferPointer) -> Result
) -> Result {
  let paddedLength = (length &+ 9 &+ 63) & ~63
  return withUnsafeTemporaryAllocation(byteCount: paddedLength, alignment: 8) { buffer in
    fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]))
    buffer[length] = 0x80
    for offset in (length &+ 1)..<(paddedLength &- 8) { buffer[offset] = 0 }
    let bits = UInt64(truncatingIfNeeded: length) &<< 3
    let written = isBigEndian ? bits.bigEndian : bits.littleEndian
    buffer.storeBytes(of: written, toByteOffset: paddedLength &- 8, as: UInt64.self)
    return body(UnsafeRawBufferPointer(buffer))
  }
}
