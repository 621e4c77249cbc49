/// The form of a file that only grows at its end: frames, each with its length and check.
///
/// A process may end in the middle of a write and a disk may lose the last blocks, so a file is read up to the first frame
/// that is not whole; what comes after that counts as never written.
enum Frames {
  private static let mark: UInt32 = 0x0146_4A01
  private static let header = 12
  /// Longer frames are not the SDK's.
  private static let maximumLength = 4 * 1024 * 1024

  /// The bytes of one frame.
  static func encode(_ payload: [UInt8]) -> [UInt8] {
    [mark, UInt32(payload.count), CRC32.checksum(payload)].flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
      + payload
  }

  /// The payloads of all whole frames from the start on.
  ///
  /// - Returns: Also how many bytes they take: the file is damaged, or was torn, when it has more.
  static func decode(_ bytes: [UInt8]) -> (payloads: [[UInt8]], length: Int) {
    var payloads: [[UInt8]] = []
    var offset = 0
    bytes.withUnsafeBytes { file in
      while offset + header <= file.count {
        let words = (0..<3).map {
          UInt32(littleEndian: file.loadUnaligned(fromByteOffset: offset + 4 * $0, as: UInt32.self))
        }
        guard words[0] == mark, words[1] <= maximumLength, Int(words[1]) <= file.count - offset - header else { return }
        let payload = file[(offset + header)..<(offset + header + Int(words[1]))]
        guard CRC32.checksum(payload) == words[2] else { return }
        payloads.append(Array(payload))
        offset += header + payload.count
      }
    }
    return (payloads, offset)
  }
}
