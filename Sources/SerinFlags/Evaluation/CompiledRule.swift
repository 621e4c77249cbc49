/// A rule that is ready to be decided; outcomes are indices into the flag's list of them.
struct CompiledRule: BitwiseCopyable {
  /// The condition's index in the program; −1 for everybody.
  var condition: Int32 = -1
  /// The draw of the rollout; −1 for none, which lets everybody in.
  var rollout: Int32 = -1
  /// Draws below this are in.
  var threshold: UInt64 = 0
  /// From this instant on everybody is in, in microseconds since 1970.
  var deadline: Int64 = .max
  /// What those get who are in; −1 when a split decides.
  var outcome: Int32 = -1
  /// The draw of the split.
  var split: Int32 = -1
  /// Where the split's arms begin and how many there are.
  var firstArm: Int32 = 0
  var armCount: Int32 = 0
  /// What a unit gets that is not drawn; −1 when the next rules are tried.
  var missed: Int32 = -1
}

/// One share of a split.
struct CompiledArm: BitwiseCopyable {
  /// It serves the draws below this and not below the end of the arm before.
  let end: UInt64
  let outcome: Int32
}
