/// Whether a text begins with, ends with or holds another one, byte by byte.
///
/// Both are UTF-8, so bytes can only match at the boundaries of scalars.
final class TextTest: Sendable {
  private enum Position {
    case start, end, anywhere
  }

  private let position: Position
  private let needle: [UInt8]
  private let ignoresCase: Bool
  /// For each byte of the needle, how much of the needle's beginning ends there (Knuth, Morris and Pratt 1977).
  ///
  /// It bounds the search by the length of the text: a naive one takes the product of both lengths, and attributes come
  /// from outside.
  private let borders: [Int]

  /// Prepares a test, or nil when the operator is another one or the wanted value is not a string.
  init?(_ operator: ConditionOperator, _ wanted: JSONValue?, ignoringCase: Bool) {
    guard let text = wanted?.stringValue else { return nil }
    switch `operator` {
    case .startsWith: position = .start
    case .endsWith: position = .end
    case .contains: position = .anywhere
    default: return nil
    }
    needle = Array((ignoringCase ? text.lowercased() : text).utf8)
    ignoresCase = ignoringCase
    borders = Self.borders(of: needle)
  }

  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    ignoresCase ? withLowercase(of: text, find) : find(text)
  }

  private func find(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= needle.count else { return false }
    switch position {
    case .start: return isNeedle(bytes, at: 0)
    case .end: return isNeedle(bytes, at: bytes.count - needle.count)
    case .anywhere: return contains(bytes)
    }
  }

  private func isNeedle(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    needle.withUnsafeBufferPointer { wanted in
      bytesAreEqual(UnsafeBufferPointer(rebasing: bytes[offset..<(offset + wanted.count)]), wanted)
    }
  }

  private func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if needle.isEmpty { return true }
    var matched = 0
    for byte in bytes {
      while matched > 0, needle[matched] != byte { matched = borders[matched - 1] }
      if needle[matched] == byte { matched += 1 }
      if matched == needle.count { return true }
    }
    return false
  }

  private static func borders(of needle: [UInt8]) -> [Int] {
    var borders = [Int](repeating: 0, count: needle.count)
    var length = 0
    for index in needle.indices.dropFirst() {
      while length > 0, needle[length] != needle[index] { length = borders[length - 1] }
      if needle[length] == needle[index] { length += 1 }
      borders[index] = length
    }
    return borders
  }
}
