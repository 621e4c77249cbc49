/// Who reads a document, and so how strictly.
public enum DocumentMode: Sendable, Hashable {
  /// A person or a program writes it new.
  ///
  /// Everything is checked, unknown members are refused, and the publisher's limits hold.
  case write
  /// A reader takes what was published, perhaps by a newer version.
  ///
  /// Unknown members are ignored, percentages are clamped, the limits are doubled, and whatever is not understood makes
  /// that one flag malformed.
  case read
}
