import HTTP
import SerinFlags
import Store

/// Decides who is asking and whether they may.
///
/// Works on the tokens in memory: a request never waits for the store.
struct Authenticator: Sendable {
  /// What an authenticator goes by beside the tokens.
  struct Surroundings: Sendable {
    /// Milliseconds since 1970 UTC.
    let clock: @Sendable () -> Int64
    /// Where the use of tokens is noted.
    let uses = TokenUses()
  }

  private let tokens: [TokenID: AcceptedToken]
  /// The origins that any of the tokens lists.
  private let origins: Set<ExactString>
  private let surroundings: Surroundings

  /// Creates an authenticator for the tokens that are accepted now.
  init(tokens: some Sequence<AcceptedToken>, surroundings: Surroundings) {
    self.surroundings = surroundings
    self.tokens = Dictionary(
      tokens.compactMap { token in TokenID(token.principal.tokenID.utf8).map { ($0, token) } },
      uniquingKeysWith: { first, _ in first })
    origins = Set(self.tokens.values.flatMap { $0.principal.origins.map(ExactString.init) })
  }

  /// Whether pages of an origin may use any of the tokens.
  func allowsOrigin(_ origin: String) -> Bool {
    origins.contains(ExactString(origin)) || origins.contains(ExactString(WebOrigin.any))
  }

  /// The principal behind a request.
  /// - Throws: 401 when there is no token, or one that is malformed, unknown, revoked or expired. The answer is the same for an
  ///   unknown id and a wrong secret.
  func principal(of request: HTTPRequest) throws(Problem) -> Principal {
    try principal(headers: request.headers)
  }

  /// The principal behind a request's headers.
  func principal(headers: HTTPHeaders) throws(Problem) -> Principal {
    let (id, principal) = try accepted(headers)
    let now = surroundings.clock()
    if let expiresAt = principal.expiresAt, expiresAt <= now { throw Self.unauthorized("the key has expired") }
    surroundings.uses.note(id, named: principal.tokenID, at: now)
    return principal
  }

  /// Whose key a request carries, also when it has expired; that it was used is not noted.
  func identity(headers: HTTPHeaders) throws(Problem) -> Principal { try accepted(headers).principal }

  private func accepted(_ headers: HTTPHeaders) throws(Problem) -> (id: TokenID, principal: Principal) {
    guard let presented = Self.presentedToken(headers) else {
      throw Self.unauthorized("send a key as \"Authorization: Bearer <key>\" or \"X-API-Key: <key>\"")
    }
    guard let id = TokenID(inToken: presented) else {
      throw Self.unauthorized("the key is not of the form srn_<kind>_<id>_<secret>_<checksum>")
    }
    guard let token = tokens[id] else {
      // An unknown id costs a comparison too, so that time does not tell which ids exist.
      _ = SHA256.hash(Array(presented))
      throw Self.unauthorized("the key is wrong or was revoked")
    }
    guard token.accepts(presented) else { throw Self.unauthorized("the key is wrong or was revoked") }
    return (id, token.principal)
  }

  /// Whom a token is of that is accepted now, by its id; whoever asks has found out that they may know.
  func principal(id: TokenID) -> Principal? {
    guard let principal = tokens[id]?.principal, principal.expiresAt.map({ $0 > surroundings.clock() }) ?? true else {
      return nil
    }
    return principal
  }

  /// The principal, when its kind is one of `kinds`.
  /// - Throws: 401 as ``principal(of:)``, or 403 when the token is good but of another kind.
  func principal(of request: HTTPRequest, kinds: [TokenKind]) throws(Problem) -> Principal {
    let principal = try principal(of: request)
    guard kinds.contains(principal.kind) else {
      let wanted = kinds.map(\.withArticle).joined(separator: " or ")
      throw Problem(.forbidden, "\(principal.kind.withArticle) may not do this; it takes \(wanted)")
    }
    return principal
  }

  private static func presentedToken(_ headers: HTTPHeaders) -> ArraySlice<UInt8>? {
    guard let authorization = headers.bytes(of: "authorization") else {
      return headers.bytes(of: "x-api-key")
    }
    // The scheme's letters may be of either case; setting bit 5 makes them lower-case.
    let isBearer = authorization.count > 7 && zip(authorization, "bearer ".utf8).allSatisfy { $0 | 0x20 == $1 }
    return isBearer ? authorization.dropFirst(7) : nil
  }

  static func unauthorized(_ detail: String) -> Problem {
    Problem(.unauthorized, detail, headers: [(name: "WWW-Authenticate", value: "Bearer realm=\"serin\"")])
  }
}

extension TokenKind {
  /// The kind in a sentence.
  fileprivate var withArticle: String {
    switch self {
    case .client: "a client key"
    case .server: "a server key"
    case .admin: "an admin token"
    }
  }
}
