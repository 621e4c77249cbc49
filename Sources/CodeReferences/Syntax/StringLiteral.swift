/// The text that a string literal stands for.
enum StringLiteral {
  /// The text of a literal without interpolations; an escape that does not exist is taken as it is written.
  ///
  /// - Parameter literal: the literal with its pounds and quotes; the closing ones may be missing.
  static func text(_ literal: ArraySlice<UInt8>) -> String {
    let quote = UInt8(ascii: "\"")
    let pounds = literal.prefix { $0 == UInt8(ascii: "#") }.count
    let inner = literal.dropFirst(pounds)
    let isOneQuote = pounds > 0 && !inner.contains(where: SwiftLexer.endsLine)
    let isMultiline = !isOneQuote && inner.count >= 3 && inner.prefix(3).allSatisfy { $0 == quote }
    let quotes = isMultiline ? 3 : 1
    let end = inner.suffix(quotes + pounds)
    let isClosed = inner.count >= 2 * quotes + pounds && end.prefix(quotes).allSatisfy { $0 == quote }
    let content = inner.dropFirst(quotes).dropLast(isClosed ? quotes + pounds : 0)
    let bytes = isMultiline ? unindented(Array(content)) : Array(content)
    return unescaped(bytes, pounds: pounds)
  }

  /// The lines between the quotes, without the indentation of the last one, which holds the closing quotes.
  private static func unindented(_ content: [UInt8]) -> [UInt8] {
    var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    guard lines.count >= 2, let indentation = lines.popLast() else { return [] }
    let kept = lines.dropFirst().map { line in
      line.starts(with: indentation) ? line.dropFirst(indentation.count) : line
    }
    return Array(kept.joined(separator: [UInt8(ascii: "\n")]))
  }

  private static func unescaped(_ bytes: [UInt8], pounds: Int) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    let mark = [UInt8(ascii: "\\")] + [UInt8](repeating: UInt8(ascii: "#"), count: pounds)
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if rest.starts(with: mark), let (text, length) = escape(rest.dropFirst(mark.count)) {
        result += text
        rest = rest.dropFirst(mark.count + length)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// What an escape stands for and how long it is, its backslash left out.
  private static func escape(_ rest: ArraySlice<UInt8>) -> ([UInt8], Int)? {
    switch rest.first {
    case UInt8(ascii: "n"): ([UInt8(ascii: "\n")], 1)
    case UInt8(ascii: "t"): ([UInt8(ascii: "\t")], 1)
    case UInt8(ascii: "r"): ([UInt8(ascii: "\r")], 1)
    case UInt8(ascii: "0"): ([0], 1)
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): (Array(rest.prefix(1)), 1)
    case UInt8(ascii: "\n"): ([], 1)
    case UInt8(ascii: "u"): scalar(rest.dropFirst())
    default: nil
    }
  }

  /// The scalar of `{1F600}`.
  private static func scalar(_ rest: ArraySlice<UInt8>) -> ([UInt8], Int)? {
    guard rest.first == UInt8(ascii: "{"), let end = rest.prefix(10).firstIndex(of: UInt8(ascii: "}")) else {
      return nil
    }
    let digits = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
    return (Array(String(scalar).utf8), end - rest.startIndex + 2)
  }
}
