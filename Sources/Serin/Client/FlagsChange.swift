/// What became different, and why.
public struct FlagsChange: Sendable {
  /// What brought the change about.
  public enum Cause: Sendable, Hashable {
    /// An answer of the server or of another source.
    case refresh
    /// Another user.
    case identity
    /// An answer became too old.
    case expiry
    /// A value was set or removed by hand on this device.
    case override
    /// A session began, and flags that had kept their value for the last one have their newest.
    case unpinned
    /// The stored flags could be read at last, after the device was unlocked.
    case storage
  }

  /// The flags right after the change.
  public let snapshot: FlagsSnapshot
  /// The keys that answer otherwise than before: another state, variation or property value, or a flag that came or went.
  public let changedKeys: Set<String>
  /// What brought the change about.
  public let cause: Cause
}
