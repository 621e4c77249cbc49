/// Whom a stored answer is for: a user of an application with a client key.
///
/// Only digests leave the process: neither the user's id nor the key can be read from a file or its name.
struct AnswerIdentity: Sendable, Hashable {
  /// The folder of all answers for this application and key.
  let folder: String
  /// The file of this user's answer.
  let file: String

  /// Creates the identity.
  ///
  /// - Parameters:
  ///   - userID: The user's id as its exact bytes; nil, before sign-in, is an identity of its own.
  ///   - applicationCode: The project's public id.
  ///   - clientKey: The client key, which names the environment.
  init(userID: String?, applicationCode: String, clientKey: String) {
    let scope = Self.lengthPrefixed(applicationCode) + SHA256.hash(Array(clientKey.utf8))
    folder = String(SHA256.hexDigest(of: scope).prefix(32))
    file = SHA256.hexDigest(of: scope + (userID.map { [1] + Array($0.utf8) } ?? [0]))
  }

  /// Keeps two parts apart that are hashed one after the other: ("ab", "c") is not ("a", "bc").
  private static func lengthPrefixed(_ text: String) -> [UInt8] {
    withUnsafeBytes(of: UInt64(text.utf8.count).bigEndian, Array.init) + Array(text.utf8)
  }
}
