extension UInt32 {
  /// The word with its bits moved to the left, those that leave it coming in on the right; `bits` is 1 to 31.
  @inline(__always)
  func rotated(left bits: UInt32) -> UInt32 {
    (self &<< bits) | (self &>> (32 &- bits))
  }
}
