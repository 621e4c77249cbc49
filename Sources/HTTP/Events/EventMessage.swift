/// Bytes for event streams, in the form that HTTP/1.1 sends them: as a chunk (RFC 9112, 7.1).
///
/// To HTTP/1.0, which knows no chunks, the inside of the chunk is sent from the same memory.
struct EventMessage: Sendable {
  /// The end of a body that was sent in chunks.
  static let lastChunk = SharedBytes(UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount))
  private static let end: StaticString = "0\r\n\r\n"

  private let chunk: SharedBytes
  private let content: Range<Int>

  /// Makes a message; nil of no bytes, since an empty chunk would be the end of the stream.
  init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return nil }
    let buffer = OutputBuffer(capacity: bytes.count + 24)
    buffer.append(chunk: bytes)
    chunk = SharedBytes(buffer.bytes)
    let end = buffer.count - 2
    content = end - bytes.count..<end
  }

  /// What a stream sends of the message.
  func slice(isChunked: Bool) -> SharedSlice { isChunked ? SharedSlice(chunk) : SharedSlice(chunk, content) }
}
