import SerinFlags

/// The places of a source's offsets, as the compiler counts.
struct SourcePlaces {
  /// A place in a file.
  struct Place: Sendable, Hashable {
    /// The line, from 1.
    var line: Int
    /// The byte of the line, from 1.
    var column: Int
    /// The line without the blanks at its ends, 200 characters and 4000 bytes at most.
    var snippet: String
  }

  private static let longestSnippet = 200
  /// A character may be of any number of bytes.
  private static let largestSnippet = 4000

  private let bytes: [UInt8]
  /// The offsets at which lines begin.
  let lineStarts: [Int]
  /// The line that was asked for last, with its snippet: the places of a line come one behind the other.
  private var last: (line: Int, snippet: String)?

  init(_ source: SwiftSource) {
    bytes = source.bytes
    lineStarts = source.lineStarts
  }

  /// The place of an offset.
  mutating func place(of offset: Int) -> Place {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return Place(line: low + 1, column: offset - lineStarts[low] + 1, snippet: snippet(ofLine: low))
  }

  private mutating func snippet(ofLine line: Int) -> String {
    if let last, last.line == line { return last.snippet }
    let end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    let snippet = Self.snippet(bytes[lineStarts[line]..<end])
    last = (line, snippet)
    return snippet
  }

  /// Decodes no more of a line than is kept of it, however long it is.
  private static func snippet(_ line: ArraySlice<UInt8>) -> String {
    let start = line.firstIndex { $0 > 0x20 } ?? line.endIndex
    var end = min(start + largestSnippet, line.endIndex)
    if end < line.endIndex {
      // Not in the middle of a scalar.
      while end > start, line[end] & 0xC0 == 0x80 { end -= 1 }
    }
    while end > start, line[end - 1] <= 0x20 { end -= 1 }
    return String(String(decoding: line[start..<end], as: UTF8.self).prefix(longestSnippet))
  }
}

extension SwiftSource {
  /// The offsets at which lines begin.
  fileprivate var lineStarts: [Int] {
    var starts = [0]
    for offset in bytes.indices {
      let isReturn = bytes[offset] == UInt8(ascii: "\r")
      let isPair = isReturn && offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
      if bytes[offset] == UInt8(ascii: "\n") || (isReturn && !isPair) { starts.append(offset + 1) }
    }
    return starts
  }
}
