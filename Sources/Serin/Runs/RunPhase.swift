/// Where a run of the app is, as far as its end can tell something.
enum RunPhase: String, Sendable, Hashable {
  /// The process has started and was not in front of a person yet; the system may start it ahead of time and end it again.
  case launching
  /// The app is in front of a person.
  case active
  /// The app was in front of a person, or was told that it is not.
  case background
}
