/// What somebody is in one project.
public enum ProjectRole: String, Sendable, Hashable, CaseIterable {
  /// Sees everything in the project but its secrets.
  case viewer
  /// Also edits flags and segments, at once where an environment is not protected.
  case editor
  /// Also decides about environments, keys and members.
  case admin
}
