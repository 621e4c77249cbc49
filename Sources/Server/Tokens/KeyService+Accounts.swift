import SerinFlags
import Store

extension KeyService {
  /// Creates an admin token of an account, or one of the instance when there is no account.
  ///
  /// Its secret is in the answer and nowhere else.
  ///
  /// A token of an account may at most what the account may when it is used.
  /// - Parameters:
  ///   - limits: What it is narrowed to, with the environments as `project/environment`.
  ///   - creator: Whoever creates it.
  func createToken(
    name: String, account: AccountRecord?, limits: TokenLimits, expiresAt: Int64?, creator: Access,
    by caller: Caller, reason: String
  ) async throws(Problem) -> (TokenRecord, Token) {
    let narrowed = TokenLimits(
      scopes: limits.scopes, environments: try environmentIDs(limits.environments, seenBy: creator))
    return try await create(
      NewToken(kind: .admin, name: name, accountID: account?.id, limits: narrowed, expiresAt: expiresAt),
      creator: creator.limits, by: caller, reason: reason)
  }

  /// The admin tokens of an account, oldest first; those of the instance when there is none.
  func tokens(of accountID: String?) async throws(Problem) -> [TokenRecord] {
    try await tokens().filter { $0.kind == .admin && $0.projectID == nil && $0.accountID == accountID }
  }

  /// The ids of environments that are named with their projects; those of projects that nobody shows to the caller do
  /// not exist.
  private func environmentIDs(_ names: [String], seenBy access: Access) throws(Problem) -> [String] {
    let state = keeper.state
    var ids: Set<String> = []
    for (index, name) in names.enumerated() {
      let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let project = state.projects.first(where: { $0.key.hasSameBytes(as: parts[0]) }),
        access.sees(projectID: project.id),
        let found = state.environments(of: project).first(where: { $0.key.hasSameBytes(as: parts[1]) })
      else {
        throw Problem(
          path: "environments[\(index)]", message: "\"\(name)\" is no environment; say it as project/environment")
      }
      ids.insert(found.id)
    }
    return ids.sorted()
  }
}
