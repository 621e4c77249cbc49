extension JSONValue {
  /// The value as JSON bytes, the same bytes for equal values.
  ///
  /// Members are sorted by the bytes of their names. Integers up to 2^53 have no fraction; other numbers are the
  /// shortest decimal that reads back the same. An infinity or a value that is not a number becomes `null`.
  ///
  /// - Parameter pretty: Whether to put every member on a line of its own, indented by two spaces.
  public func serialized(pretty: Bool = false) -> [UInt8] {
    var writer = JSONWriter(isPretty: pretty)
    writer.append(self)
    return writer.bytes
  }

  /// The value as JSON text; see ``serialized(pretty:)``.
  public func text(pretty: Bool = false) -> String {
    String(decoding: serialized(pretty: pretty), as: UTF8.self)
  }

  /// Appends a string in quotes, with the escapes that JSON needs and no others.
  package static func appendString(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    string.withBytes { content in
      var runStart = 0
      for (offset, byte) in content.enumerated() {
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: content[runStart..<offset]))
        appendEscape(of: byte, to: &bytes)
        runStart = offset + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: content[runStart...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a number as ``serialized(pretty:)`` writes it.
  package static func appendNumber(_ number: Double, to bytes: inout [UInt8]) {
    JSONWriter.appendNumber(number, to: &bytes)
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: [
        UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), digits[Int(byte >> 4)], digits[Int(byte & 15)],
      ])
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON text.
  public var description: String { text() }
}

extension JSONObject: CustomStringConvertible {
  /// The object as JSON text.
  public var description: String { JSONValue.object(self).text() }
}
