extension [UInt8] {
  /// Appends a text that is known at compile time.
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a number of at least 0 in decimal.
  mutating func append(decimal number: Int) {
    append(number, radix: 10)
  }

  /// Appends a chunk of a body in the chunked coding (RFC 9112, 7.1).
  ///
  /// An empty chunk would be the end of the body.
  mutating func append(chunk bytes: [UInt8]) {
    append(bytes.count, radix: 16)
    append("\r\n")
    append(contentsOf: bytes)
    append("\r\n")
  }

  private mutating func append(_ number: Int, radix: Int) {
    let digits: StaticString = "0123456789abcdef"
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int.bitWidth) { buffer in
      var start = buffer.count
      var rest = number
      repeat {
        start -= 1
        buffer.initializeElement(at: start, to: digits.utf8Start[rest % radix])
        rest /= radix
      } while rest > 0
      append(contentsOf: buffer[start...])
    }
  }
}
