import SerinFlags
import Store

/// Secrets in links and cookies: 52 base-32 characters, 260 random bits.
///
/// Only their SHA-256 is stored.
enum RandomSecret {
  /// Makes a secret.
  static func make(using generator: inout some RandomNumberGenerator) -> String {
    (0..<4).map { _ in RecordID.make(prefix: "", using: &generator) }.joined().prefix(52).description
  }

  /// Makes a secret with the system's generator, whose output cannot be guessed.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return make(using: &generator)
  }

  /// What is stored of a secret.
  static func hash(_ secret: some Collection<UInt8>) -> [UInt8] { SHA256.hash(Array(secret)) }
}
