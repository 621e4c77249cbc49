internal import CArgon2

/// Hashes of passwords: Argon2id (RFC 9106) in the PHC string format, such as
/// `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`.
///
/// Making and checking one takes tens of milliseconds and the memory of its parameters, so it is done on the threads of
/// ``PasswordPool`` only.
enum PasswordHash {
  /// What a hash costs.
  struct Parameters: Sendable, Hashable {
    /// Memory in KiB.
    var memory: UInt32
    /// Passes over the memory.
    var passes: UInt32
    /// Lanes, each of which may have a thread of its own.
    var lanes: UInt32

    /// The second of the equivalent choices of OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane.
    static let standard = Parameters(memory: 19 * 1024, passes: 2, lanes: 1)

    /// Whether a hash with these parameters is weaker than one with others in any respect.
    func isWeaker(than other: Parameters) -> Bool {
      memory < other.memory || passes < other.passes || lanes < other.lanes
    }

    /// The largest that is ever computed: a damaged hash must not take all memory.
    static let maximum = Parameters(memory: 256 * 1024, passes: 16, lanes: 4)
  }

  private static let saltSize = 16
  private static let hashSize = 32

  /// The hash of a password under a salt of its own; nil when there is no memory for it.
  static func make(_ password: [UInt8], _ parameters: Parameters = .standard) -> String? {
    var generator = SystemRandomNumberGenerator()
    let salt = (0..<saltSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let size = argon2_encodedlen(
      parameters.passes, parameters.memory, parameters.lanes, UInt32(saltSize), UInt32(hashSize), Argon2_id)
    var encoded = [CChar](repeating: 0, count: size)
    let code = argon2id_hash_encoded(
      parameters.passes, parameters.memory, parameters.lanes, password, password.count, salt, saltSize, hashSize,
      &encoded, size)
    guard code == ARGON2_OK.rawValue else { return nil }
    return String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether a password is the one of a hash, in time that does not depend on where they differ.
  ///
  /// False also for a text that is no hash of ours, and for one that costs more than ``Parameters/maximum``.
  static func accepts(_ password: [UInt8], hash: String) -> Bool {
    guard let parameters = parameters(of: hash), !Parameters.maximum.isWeaker(than: parameters) else { return false }
    return argon2id_verify(hash, password, password.count) == ARGON2_OK.rawValue
  }

  /// A hash that is of no password that anybody knows, and that costs as much to compare with as one of these parameters.
  static func dummy(_ parameters: Parameters) -> String {
    // Base 64 of 16 and of 32 zero bytes, without padding.
    let salt = String(repeating: "A", count: 22)
    let hash = String(repeating: "A", count: 43)
    return "$argon2id$v=19$m=\(parameters.memory),t=\(parameters.passes),p=\(parameters.lanes)$\(salt)$\(hash)"
  }

  /// The parameters that a hash was made with; nil for a text that is no hash of Argon2id, version 19.
  static func parameters(of hash: String) -> Parameters? {
    let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19" else { return nil }
    let fields = parts[3].split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].hasPrefix("m="), fields[1].hasPrefix("t="), fields[2].hasPrefix("p="),
      let memory = UInt32(fields[0].dropFirst(2)), let passes = UInt32(fields[1].dropFirst(2)),
      let lanes = UInt32(fields[2].dropFirst(2))
    else { return nil }
    return Parameters(memory: memory, passes: passes, lanes: lanes)
  }
}
