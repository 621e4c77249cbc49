/// Comparisons of secrets.
enum ConstantTime {
  /// Whether two runs of bytes are the same, in time that depends on their lengths only.
  static func isEqual(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0 as UInt8) { $0 | $1.0 ^ $1.1 } == 0
  }
}
