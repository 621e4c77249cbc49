/// A page being written.
///
/// Text is escaped; only what the program itself wrote goes in as it is.
struct HTML: Sendable {
  private(set) var bytes: [UInt8] = []

  /// Appends mark-up of the program's own.
  mutating func raw(_ markup: StaticMarkup) { bytes += markup.text.utf8 }

  /// Appends text from outside, with everything that could end it escaped: safe between tags and in quoted attributes.
  mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
  }
}

/// Mark-up written in the source, into which only numbers and other mark-up can be put: a string cannot.
struct StaticMarkup: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, Sendable {
  let text: String

  init(stringLiteral value: String) { text = value }
  init(stringInterpolation interpolation: Interpolation) { text = interpolation.text }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    init(literalCapacity: Int, interpolationCount: Int) {}
    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    mutating func appendInterpolation(_ markup: StaticMarkup) { text += markup.text }
  }
}
