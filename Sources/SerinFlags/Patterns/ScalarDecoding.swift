/// What stands for a byte that begins no well-formed scalar; no set holds it.
let malformedScalar = UInt32.max

/// Reads one scalar of UTF-8 at an offset below the count.
///
/// Overlong forms, surrogates and everything else that is not well-formed (Unicode 16, table 3-7) is
/// ``malformedScalar`` with a length of one.
@inline(__always)
func decodeScalar(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> (scalar: UInt32, length: Int) {
  let first = UInt32(bytes[offset])
  if first < 0x80 { return (first, 1) }
  let malformed = (malformedScalar, 1)
  // The bytes behind, six bits each; all ones when one is missing or no continuation.
  @inline(__always) func continuation(_ distance: Int) -> UInt32 {
    guard offset &+ distance < bytes.count else { return malformedScalar }
    let byte = bytes[offset &+ distance]
    return byte & 0xC0 == 0x80 ? UInt32(byte & 0x3F) : malformedScalar
  }
  let second = continuation(1)
  guard first >= 0xC2, first <= 0xF4, second != malformedScalar else { return malformed }
  if first < 0xE0 { return ((first & 0x1F) &<< 6 | second, 2) }
  let third = continuation(2)
  guard third != malformedScalar else { return malformed }
  if first < 0xF0 {
    let scalar = (first & 0x0F) &<< 12 | second &<< 6 | third
    return scalar < 0x800 || (0xD800...0xDFFF).contains(scalar) ? malformed : (scalar, 3)
  }
  let fourth = continuation(3)
  guard fourth != malformedScalar else { return malformed }
  let scalar = (first & 0x07) &<< 18 | second &<< 12 | third &<< 6 | fourth
  return scalar < 0x10000 || scalar > CodePointSet.last ? malformed : (scalar, 4)
}
