/// What just happened to the app, as far as flags care.
public enum LifecyclePhase: Sendable, Hashable {
  /// The app is in front of a person.
  case active
  /// The app has left the foreground.
  case background
  /// The app is about to end.
  case terminating
  /// Files of the app can be read from now on: the device was unlocked for the first time since it started.
  case storageAvailable
  /// The network came back.
  case networkAvailable
}
