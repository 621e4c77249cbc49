@testable import Serin

/// Reads gzip members whose blocks are stored or have fixed codes; nil for anything else.
///
/// Written from RFC 1951 and 1952 on its own, so that it checks the writer.
func gunzip(_ bytes: [UInt8]) -> [UInt8]? {
  guard bytes.count >= 18, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8, bytes[3] == 0 else { return nil }
  var reader = BitReader(bytes: Array(bytes[10..<(bytes.count - 8)]))
  guard let output = reader.inflate() else { return nil }
  let trailer = bytes.suffix(8).enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
  let isRight = UInt32(truncatingIfNeeded: trailer) == CRC32.checksum(output) && trailer >> 32 == UInt64(output.count)
  return isRight ? output : nil
}

private struct BitReader {
  let bytes: [UInt8]
  var position = 0

  mutating func bit() -> Int? {
    guard position < bytes.count * 8 else { return nil }
    defer { position += 1 }
    return Int(bytes[position / 8] >> UInt8(position % 8)) & 1
  }

  mutating func bits(_ count: Int) -> Int? {
    var value = 0
    for index in 0..<count {
      guard let bit = bit() else { return nil }
      value |= bit << index
    }
    return value
  }

  mutating func code(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let bit = bit() else { return nil }
      value = value << 1 | bit
    }
    return value
  }

  mutating func symbol() -> Int? {
    guard let seven = code(7) else { return nil }
    if seven <= 0b0010111 { return 256 + seven }
    guard let eighth = bit() else { return nil }
    let eight = seven << 1 | eighth
    if (0x30...0xBF).contains(eight) { return eight - 0x30 }
    if (0xC0...0xC7).contains(eight) { return eight - 0xC0 + 280 }
    guard let ninth = bit() else { return nil }
    return (eight << 1 | ninth) - 0x190 + 144
  }

  mutating func inflate() -> [UInt8]? {
    let lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
    let lengthBase = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
    ]
    let distanceBase = [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
      8193, 12289, 16385, 24577,
    ]
    var output: [UInt8] = []
    guard bit() == 1, bits(2) == 1 else { return nil }
    while let symbol = symbol() {
      if symbol == 256 { return output }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < lengthBase.count, let extra = bits(lengthBits[symbol - 257]), let place = code(5),
        place < distanceBase.count, let more = bits(max(0, place / 2 - 1))
      else { return nil }
      let distance = distanceBase[place] + more
      guard distance <= output.count else { return nil }
      for _ in 0..<(lengthBase[symbol - 257] + extra) { output.append(output[output.count - distance]) }
    }
    return nil
  }
}
