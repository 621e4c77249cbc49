extension SwiftSource {
  /// A place in a file, as the compiler counts.
  struct Place: Sendable, Hashable {
    /// The line, from 1.
    var line: Int
    /// The byte of the line, from 1.
    var column: Int
    /// The line without the blanks at its ends, 200 characters at most.
    var snippet: String
  }

  /// The offsets at which lines begin.
  var lineStarts: [Int] {
    var starts = [0]
    for offset in bytes.indices {
      let isReturn = bytes[offset] == UInt8(ascii: "\r")
      let isPair = isReturn && offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
      if bytes[offset] == UInt8(ascii: "\n") || (isReturn && !isPair) { starts.append(offset + 1) }
    }
    return starts
  }

  /// The place of an offset.
  ///
  /// - Parameter lineStarts: ``lineStarts``, kept by whoever asks more than once.
  func place(of offset: Int, lineStarts: [Int]) -> Place {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let start = lineStarts[low]
    let end = low + 1 < lineStarts.count ? lineStarts[low + 1] : bytes.count
    return Place(line: low + 1, column: offset - start + 1, snippet: Self.snippet(bytes[start..<end]))
  }

  private static func snippet(_ line: ArraySlice<UInt8>) -> String {
    let isBlank = { (byte: UInt8) in byte <= 0x20 }
    let trimmed = line.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return String(String(decoding: trimmed, as: UTF8.self).prefix(200))
  }
}
