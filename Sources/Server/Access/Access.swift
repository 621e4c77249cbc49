import Store

/// Who asks for something of the control API, and what they may do.
///
/// It is made anew for each request, so that a right that was taken away is gone with the next one.
struct Access: Sendable, Hashable {
  /// What somebody may do in one project.
  struct Grant: Sendable, Hashable {
    /// The role in the project; nil for somebody who only releases.
    var role: ProjectRole?
    /// The ids of the environments that they release.
    var releases: Set<String> = []
  }

  /// How far somebody's rights reach.
  enum Reach: Sendable, Hashable {
    /// Everything, the instance included.
    case instance
    /// Projects by id.
    case projects([String: Grant])
  }

  /// How the audit log names them: `token:<id>` or `account:<id>`.
  let actor: String
  /// The account behind the request; nil for a token that belongs to none.
  let accountID: String?
  /// How far their rights reach.
  let reach: Reach
  /// What a token is narrowed to beneath what its owner may.
  var limits: TokenLimits
  /// The id of the session that asks; nil for a token.
  ///
  /// It is a secret: it is never logged or answered.
  let sessionID: String?

  /// Nobody in particular: somebody who signs in or has a link.
  static let nobody = Access(actor: "nobody", reach: .projects([:]))

  /// Creates the rights of somebody.
  init(
    actor: String, accountID: String? = nil, reach: Reach, limits: TokenLimits = .none, sessionID: String? = nil
  ) {
    self.actor = actor
    self.accountID = accountID
    self.reach = reach
    self.limits = limits
    self.sessionID = sessionID
  }

  /// Whether they know of a project at all; for anybody else it does not exist.
  func sees(projectID: String) -> Bool {
    switch reach {
    case .instance: true
    case .projects(let grants): grants[projectID] != nil
    }
  }

  /// Whether they may do something that belongs to no project.
  func has(_ permission: Permission) -> Bool {
    guard limits.allow(permission), limits.allow(permission, in: nil) else { return false }
    switch permission {
    case .anybody, .signedIn: return true
    case .view, .edit, .release, .administer, .instance: return reach == .instance
    }
  }

  /// Whether they may do something in a project.
  ///
  /// - Parameter environment: Where; nil for what concerns the whole project.
  func has(_ permission: Permission, in projectID: String, environment: EnvironmentRecord? = nil) -> Bool {
    guard limits.allow(permission), limits.allow(permission, in: environment?.id) else { return false }
    guard case .projects(let grants) = reach else { return true }
    guard let grant = grants[projectID] else { return permission == .signedIn || permission == .anybody }
    switch permission {
    case .anybody, .signedIn, .view: return true
    case .edit: return grant.role == .editor || grant.role == .admin
    case .administer: return grant.role == .admin
    case .instance: return false
    case .release:
      guard grant.role != .admin else { return true }
      guard let environment else { return false }
      return grant.releases.contains(environment.id) || (grant.role == .editor && !environment.isProtected)
    }
  }
}
