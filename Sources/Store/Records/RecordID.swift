/// Makes the random ids of rows.
public enum RecordID {
  /// The 32 characters of ids, as in RFC 4648 but in lower case.
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// A prefix and 16 base-32 characters, 80 random bits: `f_k3b5...` for the prefix `f_`.
  ///
  /// - Parameters:
  ///   - prefix: What kind of row it names: `p_`, `e_`, `f_`; empty for tokens.
  ///   - generator: Where the bits come from.
  public static func make(prefix: String, using generator: inout some RandomNumberGenerator) -> String {
    var bytes = Array(prefix.utf8)
    for _ in 0..<16 {
      bytes.append(alphabet[Int(generator.next(upperBound: UInt(alphabet.count)))])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same with the system's generator, whose output cannot be guessed.
  public static func make(prefix: String) -> String {
    var generator = SystemRandomNumberGenerator()
    return make(prefix: prefix, using: &generator)
  }
}
