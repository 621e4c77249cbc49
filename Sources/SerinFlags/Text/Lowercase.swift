/// Calls `body` with a text in lower case, by Unicode's locale-independent mapping.
///
/// Plain ASCII, which is nearly every text, is mapped in a temporary buffer and allocates nothing up to a kilobyte.
func withLowercase<Result>(
  of text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  guard text.allSatisfy({ $0 < 0x80 }) else {
    return String(decoding: text, as: UTF8.self).lowercased().withBytes(body)
  }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { lower in
    for position in 0..<text.count {
      let byte = text[position]
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      lower.initializeElement(at: position, to: isUpper ? byte | 0x20 : byte)
    }
    return body(UnsafeBufferPointer(lower))
  }
}
