/// What a reading gave in place of the flag's own answer, and why.
public enum FlagFallback: Sendable, Hashable {
  /// A property has a value of another type than the declared one, so its default was given.
  ///
  /// `expected` is the declared type, `found` what the value is; neither holds a text of the value.
  case wrongType(flag: FlagKey, property: String, expected: String, found: String)
  /// A kill-switch guard ran its fallback; `answer` is nil when the flag had none and its default counted.
  case killSwitch(flag: FlagKey, answer: FeatureFlag?)
}
