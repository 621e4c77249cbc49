/// For which generation of the context a flag was answered, so that an impression tells whom the flag was read for.
///
/// A number rather than the ids themselves: copying it touches no reference count that all reading threads share. It is no
/// part of what the flag is, so two flags that differ in it only are equal.
struct ContextMark: Sendable, Hashable {
  /// nil when the flag is no source's answer, or not in effect yet.
  var generation: UInt64?

  static func == (left: ContextMark, right: ContextMark) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension [FeatureFlag] {
  /// The same flags as answers for a generation of the context.
  func marked(_ generation: UInt64) -> [FeatureFlag] {
    map { flag in
      var flag = flag
      flag.mark.generation = generation
      return flag
    }
  }
}
