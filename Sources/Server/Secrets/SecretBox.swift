internal import COpenSSL
import Store

/// Seals what must be kept and not be read by whoever has a copy of the database: AES-256-GCM (NIST SP 800-38D) by OpenSSL.
///
/// The key is derived from the master key, which is in a file outside of the database. A sealed box is a form byte, the
/// first 4 bytes of the key's name, a random nonce of 12 bytes, the ciphertext and a tag of 16 bytes; the name tells a box
/// of another key from one that was changed.
///
/// Random nonces allow 2^32 boxes under one key (SP 800-38D, 8.3). Safe to use from any thread.
struct SecretBox: Sendable {
  /// The size of the key in bytes.
  static let keySize = 32
  private static let form: UInt8 = 1
  private static let nonceSize = 12
  private static let tagSize = 16
  private static let headSize = 5

  private let key: [UInt8]
  private let name: [UInt8]
  private let digestKey: HMACSHA256

  /// Takes a key of 32 bytes.
  init(key: [UInt8]) {
    precondition(key.count == Self.keySize, "a key for sealing has \(Self.keySize) bytes")
    self.key = key
    name = Array(HMACSHA256(key: key).authenticate(Array("serin sealing key".utf8)).prefix(4))
    digestKey = HMACSHA256(key: HMACSHA256(key: key).authenticate(Array("serin digest key".utf8)))
  }

  /// A keyed hash by which bytes are recognised again, HMAC-SHA-256.
  ///
  /// What is short or easily guessed, a password above all, is not found out by trying from a copy of the database.
  func digest(of bytes: [UInt8]) -> [UInt8] { digestKey.authenticate(bytes) }

  /// Seals bytes.
  ///
  /// - Parameter purpose: What they are and where they belong; the box opens only for the same.
  /// - Returns: nil when OpenSSL fails, as it does without memory.
  func seal(_ plain: [UInt8], purpose: [UInt8]) -> [UInt8]? {
    var generator = SystemRandomNumberGenerator()
    let nonce = (0..<Self.nonceSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
    guard let context = EVP_CIPHER_CTX_new() else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    var cipher = [UInt8](repeating: 0, count: plain.count)
    var tag = [UInt8](repeating: 0, count: Self.tagSize)
    var count: Int32 = 0
    guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
      EVP_EncryptUpdate(context, nil, &count, purpose, Int32(purpose.count)) == 1,
      EVP_EncryptUpdate(context, &cipher, &count, plain, Int32(plain.count)) == 1, count == plain.count,
      EVP_EncryptFinal_ex(context, nil, &count) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagSize), &tag) == 1
    else { return nil }
    return [Self.form] + name + nonce + cipher + tag
  }

  /// Opens a box.
  ///
  /// - Returns: nil when it is of another key or purpose, or was changed.
  func open(_ box: [UInt8], purpose: [UInt8]) -> [UInt8]? {
    let cipherStart = Self.headSize + Self.nonceSize
    guard box.count >= cipherStart + Self.tagSize, box[0] == Self.form, Array(box[1..<Self.headSize]) == name,
      let context = EVP_CIPHER_CTX_new()
    else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    let nonce = Array(box[Self.headSize..<cipherStart])
    let cipher = Array(box[cipherStart..<(box.count - Self.tagSize)])
    var tag = Array(box.suffix(Self.tagSize))
    var plain = [UInt8](repeating: 0, count: cipher.count)
    var count: Int32 = 0
    guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
      EVP_DecryptUpdate(context, nil, &count, purpose, Int32(purpose.count)) == 1,
      EVP_DecryptUpdate(context, &plain, &count, cipher, Int32(cipher.count)) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagSize), &tag) == 1,
      EVP_DecryptFinal_ex(context, nil, &count) == 1
    else { return nil }
    return plain
  }
}
