import SerinFlags

/// The ids of imported rules.
///
/// They follow from where the rule stood in its source, so that importing twice gives the same document and an answer
/// of the second import can be compared with one of the first.
enum ImportedRuleID {
  /// An id: `r_` and the first eight hexadecimal digits of the SHA-256 of the parts, each ended by a zero byte.
  ///
  /// - Parameters:
  ///   - system: The source system, such as `unleash`.
  ///   - flag: The flag's key.
  ///   - path: Where the rule stands within the flag.
  static func make(system: String, flag: String, path: String) -> String {
    var message: [UInt8] = []
    for part in [system, flag, path] {
      message.append(contentsOf: part.utf8)
      message.append(0)
    }
    let digits = Array("0123456789abcdef".utf8)
    let text = SHA256.hash(message).prefix(4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "r_" + String(decoding: text, as: UTF8.self)
  }
}
