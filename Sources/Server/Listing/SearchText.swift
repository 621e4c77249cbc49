import SerinFlags

/// The text of a thing in which words are searched for, whatever their case.
struct SearchText: Sendable {
  /// In lower case, each part on a line of its own.
  private let bytes: [UInt8]

  init(_ parts: [String]) { bytes = Array(parts.joined(separator: "\n").lowercased().utf8) }

  /// The words of a search, in lower case.
  static func words(of search: String?) -> [[UInt8]] {
    (search ?? "").lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
  }

  /// Whether each of some words stands anywhere in the text.
  func contains(_ words: [[UInt8]]) -> Bool { words.allSatisfy(contains) }

  /// Whether some bytes stand anywhere in the text.
  func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first, word.count <= bytes.count else { return word.isEmpty }
    return bytes.withUnsafeBufferPointer { text in
      word.withUnsafeBufferPointer { word in
        for start in 0...(text.count - word.count) where text[start] == first {
          let part = UnsafeBufferPointer(rebasing: text[start..<(start + word.count)])
          if bytesAreEqual(part, word) { return true }
        }
        return false
      }
    }
  }
}
