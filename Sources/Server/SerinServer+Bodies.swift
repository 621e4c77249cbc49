public import HTTP
import Store

extension SerinServer {
  /// How large the body of a request may be, in bytes.
  ///
  /// Evaluations carry a context, control requests carry documents, a whole environment at most. Without an admin token or
  /// a session a control request gets no more room than an evaluation: nobody fills the memory before saying who they are.
  public func bodyLimit(_ method: HTTPMethod, _ path: String, _ headers: HTTPHeaders) -> Int {
    guard path.utf8.starts(with: "/api/".utf8) else { return EvaluationRequest.maximumBytes }
    guard mayBringDocuments(headers) else { return EvaluationRequest.maximumBytes }
    if Self.isList(path) { return Self.maximumListBytes }
    if path.hasSuffix("/code-references") { return CodeReferenceLimits.requestBytes }
    if path.hasSuffix("/apply") || path.hasSuffix("/document/plan") { return Self.maximumRulesetBytes }
    return Self.maximumDocumentBytes
  }

  /// Whether a request comes with an admin token, or with a session that this server has found good before.
  private func mayBringDocuments(_ headers: HTTPHeaders) -> Bool {
    if let principal = try? keeper.state.authenticator.principal(headers: headers) { return principal.kind == .admin }
    guard let id = SessionCookie.id(in: headers) else { return false }
    return people.sessionUses.lastUse(of: RandomSecret.hash(id.utf8)) != nil
  }

  /// Whether the handler of a request reads the body itself: the ids of a list, of which there may be millions.
  ///
  /// Only for those who may bring documents; the body of anybody else is small and is collected.
  public func streamsBody(_ method: HTTPMethod, _ path: String, _ headers: HTTPHeaders) -> Bool {
    guard path.utf8.starts(with: "/api/".utf8), Self.isList(path) else { return false }
    return mayBringDocuments(headers)
  }

  private static func isList(_ path: String) -> Bool {
    path.utf8.suffix(5).elementsEqual("/list".utf8) && path.contains("/segments/")
  }

  private static let maximumListBytes = 1024 * 1024 * 1024
  private static let maximumDocumentBytes = 4 * 1024 * 1024
  private static let maximumRulesetBytes = 32 * 1024 * 1024
}
