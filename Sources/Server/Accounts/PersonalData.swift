import SerinFlags

/// What is accepted of people about themselves.
enum PersonalData {
  /// The longest address, in bytes (RFC 5321, 4.5.3.1.3, without the angle brackets).
  static let maximumEmailBytes = 254
  /// The longest name of a person or a token, in bytes.
  static let maximumNameBytes = 100
  /// The shortest password, in characters.
  static let minimumPasswordLength = 12
  /// The longest password, in bytes.
  static let maximumPasswordBytes = 1024

  /// An address as accounts have it: letters of ASCII in lower case, everything else byte by byte.
  ///
  /// Only what no address can be is refused; whether mail arrives there nobody knows but the person.
  static func email(_ text: String, path: String = "email") throws(Problem) -> String {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let isAcceptable =
      text.utf8.count <= maximumEmailBytes && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
    guard isAcceptable else {
      throw Problem(
        path: path,
        message: "must be an e-mail address of at most \(maximumEmailBytes) bytes, not \(Shown.text(text))")
    }
    return normalized(text)
  }

  /// The same without a check, for looking up.
  static func normalized(_ email: String) -> String {
    let bytes = email.utf8.map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A name that other people read.
  static func name(_ text: String) throws(Problem) -> String {
    try NameRules.name(text, path: "name", maximumBytes: maximumNameBytes)
  }

  /// A password that may be chosen.
  ///
  /// Length is what counts (NIST SP 800-63B, 3.1.1.2): no rules of composition.
  ///
  /// - Parameter email: Whose it will be; the address itself is no password.
  static func newPassword(_ text: String, of email: String, path: String = "password") throws(Problem) -> String {
    guard text.unicodeScalars.count >= minimumPasswordLength, text.utf8.count <= maximumPasswordBytes else {
      throw Problem(
        path: path,
        message:
          "must have at least \(minimumPasswordLength) characters and at most \(maximumPasswordBytes) bytes; here it "
          + "has \(text.unicodeScalars.count) characters in \(text.utf8.count) bytes")
    }
    let bytes = Array(text.utf8)
    guard !normalized(text).hasSameBytes(as: email), Set(bytes).count > 2 else {
      throw Problem(path: path, message: "is too easy to guess: it must not be the address or one character repeated")
    }
    return text
  }
}
