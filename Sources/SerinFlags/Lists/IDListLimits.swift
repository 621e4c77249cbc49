/// How large lists of ids may be.
public enum IDListLimits {
  /// The most ids of one list.
  public static let ids = 5_000_000
  /// The most bytes of one id in UTF-8; the fewest is one.
  public static let idBytes = 1024
}
