/// Cuts a byte stream into lines as an event stream has them: each ends with LF, CR or CRLF (WHATWG HTML, 9.2.5).
///
/// The bytes may come in pieces of any size. A line is given as soon as its end is there: after a CR it does not wait to
/// see whether an LF follows.
struct LineSplitter: Sendable {
  private var line: [UInt8] = []
  /// Whether the last byte was a CR, whose line an LF may still belong to.
  private var endedWithCarriageReturn = false
  private var isFirstLine = true

  /// The most bytes a line may have.
  static let maximumBytes = 64 * 1024

  /// Takes the next bytes.
  ///
  /// What follows the last line end is kept for the next call; at the end of the stream it is no line.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes of the stream.
  ///   - lines: Gets every line that they complete, without its end; bytes that are not UTF-8 become U+FFFD.
  /// - Throws: ``FlagStreamError/overflow`` when a line is longer than may be.
  mutating func append(_ bytes: some Sequence<UInt8>, to lines: inout [String]) throws(FlagStreamError) {
    for byte in bytes {
      let isSecondHalf = endedWithCarriageReturn && byte == UInt8(ascii: "\n")
      endedWithCarriageReturn = byte == UInt8(ascii: "\r")
      if isSecondHalf { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        lines.append(takeLine())
      } else {
        guard line.count < Self.maximumBytes else { throw .overflow }
        line.append(byte)
      }
    }
  }

  private mutating func takeLine() -> String {
    defer {
      line.removeAll(keepingCapacity: true)
      isFirstLine = false
    }
    // One byte order mark at the very start is not part of the text.
    let hasMark = isFirstLine && line.starts(with: [0xEF, 0xBB, 0xBF])
    return String(decoding: line.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
  }
}
