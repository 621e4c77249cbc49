// Swift compares strings by canonical equivalence: "é" as one scalar equals "e" with a combining accent. Document data
// and ids are compared as the exact bytes given (other languages do so too), hence these helpers.
extension String {
  /// Calls `body` with the string's UTF-8 bytes.
  ///
  /// Strings bridged from Objective-C have no contiguous bytes; they are copied first, so `body` always runs.
  @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }

  /// Whether both strings are the same UTF-8 bytes.
  package func hasSameBytes(as other: String) -> Bool {
    withBytes { left in other.withBytes { right in bytesAreEqual(left, right) } }
  }

  /// Whether this string sorts before the other one by UTF-8 bytes.
  package func precedesInBytes(_ other: String) -> Bool {
    withBytes { left in other.withBytes { right in compareBytes(left, right) < 0 } }
  }
}

/// Whether two runs of bytes are equal.
package func bytesAreEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  let left = UnsafeRawBufferPointer(left)
  let right = UnsafeRawBufferPointer(right)
  var offset = 0
  while offset &+ 8 <= left.count {
    let leftWord = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let rightWord = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if leftWord != rightWord { return false }
    offset &+= 8
  }
  while offset < left.count {
    if left[offset] != right[offset] { return false }
    offset &+= 1
  }
  return true
}

/// Orders two runs of bytes: negative when the left one sorts first, zero when they are equal.
///
/// A run that the other one begins with sorts before it.
package func compareBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
  let shared = min(left.count, right.count)
  var offset = 0
  while offset &+ 8 <= shared {
    let leftWord = UnsafeRawBufferPointer(left).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let rightWord = UnsafeRawBufferPointer(right).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if leftWord != rightWord { return UInt64(bigEndian: leftWord) < UInt64(bigEndian: rightWord) ? -1 : 1 }
    offset &+= 8
  }
  while offset < shared {
    let difference = Int(left[offset]) &- Int(right[offset])
    if difference != 0 { return difference }
    offset &+= 1
  }
  return left.count &- right.count
}
