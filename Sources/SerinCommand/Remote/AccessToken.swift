/// The secret that lets a caller in, with the kind that its first letters tell.
struct AccessToken: Sendable {
  /// What a token is for.
  enum Kind: String, Sendable {
    case client, server, admin

    /// What people call it.
    var noun: String {
      switch self {
      case .client: "client key"
      case .server: "server key"
      case .admin: "admin token"
      }
    }
  }

  /// What is sent; it is never printed.
  let secret: String
  /// What it is for.
  let kind: Kind

  /// Reads a token; nil when it does not have the form `srn_KIND_…` or holds anything but letters, digits and `_`.
  ///
  /// Whether it is complete and known is left to the server, which has to check that anyway.
  init?(_ text: String) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Self.isDigit(byte)))
    }
    guard isPlain, parts.count == 5, parts[0] == "srn", let kind = Kind(rawValue: String(parts[1])) else { return nil }
    secret = text
    self.kind = kind
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
