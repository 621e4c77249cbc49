/// How long a flag keeps the value that was read first.
///
/// Whatever is chosen, a kill, a new identity, an expired answer and an override take effect at once.
public enum FlagStability: Sendable, Hashable {
  /// Every reading gives the newest value.
  case live
  /// The first value that was read stays until the session ends, after half an hour in background.
  case session
  /// The first value that was read stays until the process ends.
  case launch
}
