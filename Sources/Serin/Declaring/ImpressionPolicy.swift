/// Who says that a person reached the code behind a flag.
public enum ImpressionPolicy: Sendable, Hashable {
  /// The app says so, by `logImpression`.
  case manual
  /// Reading the flag says so: for flags that are read just where they take effect.
  case onFirstRead
}
