import Store

/// The UTF-8 text behind a percent-encoded path segment or query part, or nil when an escape or the text is malformed.
func percentDecoded(_ encoded: ArraySlice<UInt8>) -> String? {
  let percent = UInt8(ascii: "%")
  guard encoded.contains(percent) else { return String(validating: encoded, as: UTF8.self) }
  var bytes: [UInt8] = []
  var rest = encoded
  while let byte = rest.popFirst() {
    guard byte == percent else {
      bytes.append(byte)
      continue
    }
    guard let escaped = [UInt8](hexadecimal: String(decoding: rest.prefix(2), as: UTF8.self)), escaped.count == 1 else {
      return nil
    }
    bytes += escaped
    rest.removeFirst(2)
  }
  return String(validating: bytes, as: UTF8.self)
}
