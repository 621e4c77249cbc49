extension Double {
  /// The integer that this number is, or nil when it has a fraction or is beyond ±2^53.
  ///
  /// The standard library's `Int64(exactly:)` and `rounded()` may call the C mathematics library, which a program that
  /// imports nothing does not link on Linux; a plain conversion does not.
  var exactInteger: Int64? {
    guard magnitude <= 9_007_199_254_740_992 else { return nil }
    let truncated = Int64(self)
    return Double(truncated) == self ? truncated : nil
  }
}
