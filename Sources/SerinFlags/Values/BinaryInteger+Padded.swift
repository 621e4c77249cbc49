extension BinaryInteger {
  /// The number in decimal digits, with zeros in front when it has fewer than wanted; for numbers that are not negative.
  func padded(to count: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
