import Store

/// What a client or server key sees, and from which web pages a client key may be used.
struct KeyScope: Sendable, Hashable {
  /// The patterns of ``FlagFilter``; empty for every flag.
  var flags: [String] = []
  /// Origins of web pages, as in ``WebOrigin``; empty for none.
  var origins: [String] = []

  /// Refuses what a kind of key has no use for.
  /// - Throws: 422.
  func check(for kind: TokenKind) throws(Problem) {
    if kind == .admin, !flags.isEmpty {
      throw Problem(path: "flags", message: "only a client or server key is limited to some flags")
    }
    if kind != .client, !origins.isEmpty {
      throw Problem(path: "origins", message: "only a client key can be used by web pages; it is public")
    }
  }
}
