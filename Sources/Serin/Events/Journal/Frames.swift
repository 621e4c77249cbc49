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
      while let payload = payload(at: offset, in: file) {
        payloads.append(Array(payload))
        offset = payload.endIndex
      }
    }
    return (payloads, offset)
  }

  /// The payloads of all whole frames, also of those behind a damaged or torn one.
  ///
  /// For a file whose frames mean the same without the others. No byte of JSON text is a control character, so no payload
  /// holds the mark of a frame.
  static func decodeAll(_ bytes: [UInt8]) -> [[UInt8]] {
    var payloads: [[UInt8]] = []
    var offset = 0
    bytes.withUnsafeBytes { file in
      while offset + header <= file.count {
        if let payload = payload(at: offset, in: file) {
          payloads.append(Array(payload))
          offset = payload.endIndex
        } else {
          offset += 1
        }
      }
    }
    return payloads
  }

  private static func payload(at offset: Int, in file: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
    guard offset + header <= file.count else { return nil }
    func word(_ index: Int) -> UInt32 {
      UInt32(littleEndian: file.loadUnaligned(fromByteOffset: offset + 4 * index, as: UInt32.self))
    }
    let start = offset + header
    guard word(0) == mark, word(1) <= maximumLength, Int(word(1)) <= file.count - start else { return nil }
    let payload = file[start..<(start + Int(word(1)))]
    return CRC32.checksum(payload) == word(2) ? payload : nil
  }
}
