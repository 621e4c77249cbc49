/// Where an answer comes from.
public enum FlagOrigin: Sendable, Hashable {
  /// A value set by hand on this device.
  case override
  /// The server, in this run of the app.
  case remote
  /// The server, in an earlier run; not confirmed since.
  case stored
  /// Another source, by its name.
  case source(String)
  /// The app's own code.
  case code
}
