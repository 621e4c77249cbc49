import Store

extension TokenLimits {
  /// Whether the scopes let something through at all.
  func allow(_ permission: Permission) -> Bool {
    switch permission {
    case .anybody, .signedIn, .view: scopes.allows(.read)
    case .edit: scopes.allows(.edit)
    case .release: scopes.allows(.release)
    case .administer, .instance: scopes.allows(.admin)
    }
  }

  /// Whether the environments let something through.
  ///
  /// What concerns a whole project concerns each of its environments, so a token that is limited to some may not do it.
  func allow(_ permission: Permission, in environmentID: String?) -> Bool {
    switch permission {
    case .anybody, .signedIn, .view: true
    case .edit, .release, .administer, .instance:
      environments.isEmpty || environmentID.map(environments.contains) ?? false
    }
  }

  /// Whether anything at all may be written in an environment: for what takes no more than seeing it.
  func allowWriting(in environmentID: String) -> Bool {
    (scopes.isEmpty || scopes.contains { $0 != .read }) && allow(.edit, in: environmentID)
  }
}
