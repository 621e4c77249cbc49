extension SHA256 {
  /// The digest in lower-case hexadecimal digits.
  package static func hexDigest(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = hash(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
