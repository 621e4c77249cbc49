/// The bytes that one draw hashes: what lies around the unit, and the unit.
struct DrawMessage {
  let prefix: UnsafeBufferPointer<UInt8>
  let unit: UnsafeBufferPointer<UInt8>
  let suffix: UnsafeBufferPointer<UInt8>

  /// How many bytes it is.
  var count: Int { prefix.count &+ unit.count &+ suffix.count }

  /// Writes the message; the buffer holds at least ``count`` bytes.
  func write(to buffer: UnsafeMutableRawBufferPointer) {
    let afterPrefix = Self.append(prefix, to: buffer, at: 0)
    let afterUnit = Self.append(unit, to: buffer, at: afterPrefix)
    _ = Self.append(suffix, to: buffer, at: afterUnit)
  }

  /// Calls `body` with the whole message in one piece.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      write(to: buffer)
      return body(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes some bytes and gives the offset behind them.
  static func append(
    _ bytes: UnsafeBufferPointer<UInt8>, to buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(from: UnsafeRawBufferPointer(bytes))
    return offset &+ bytes.count
  }
}
