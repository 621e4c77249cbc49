/// A part of shared bytes that a connection has still to send.
struct SharedSlice {
  let owner: SharedBytes
  private(set) var range: Range<Int>

  /// A part of shared bytes, or all of them.
  init(_ owner: SharedBytes, _ range: Range<Int>? = nil) {
    self.owner = owner
    self.range = range ?? 0..<owner.bytes.count
  }

  var count: Int { range.count }

  /// The bytes; valid as long as the slice is.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: owner.bytes[range]) }

  /// Takes bytes from the beginning that were sent.
  mutating func removeFirst(_ count: Int) { range = (range.lowerBound + count)..<range.upperBound }
}
