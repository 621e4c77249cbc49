/// A rule that is ready to be decided; outcomes are indices into the flag's list of them.
struct CompiledRule: BitwiseCopyable {
  /// The condition's index in the program; −1 for everybody.
  var condition: Int32 = -1
  /// The conditions that must all hold: the parts of an `all`, or the condition itself.
  var firstPart: Int32 = 0
  var endOfParts: Int32 = 0
  /// What those get who are in; −1 when a split decides.
  var outcome: Int32 = -1
  /// What a unit gets that is not drawn; −1 when the next rules are tried.
  var missed: Int32 = -1
  /// Where the split's arms begin.
  var firstArm: Int32 = 0
  /// The draw of the rollout, −1 for none, which lets everybody in.
  ///
  /// Its threshold and deadline are the constants from `constant` on.
  var rollout: Int16 = -1
  /// The draw of the split.
  var split: Int16 = -1
  /// How many arms the split has.
  var armCount: UInt16 = 0
  var constant: Int32 = 0
  /// The number that rules with the same condition share; −1 for none.
  var sharedCondition: Int32 = -1

  /// Draws below this are in.
  @inline(__always)
  func threshold(in view: ProgramView) -> UInt64 { view.constants[Int(constant)] }

  /// From this instant on everybody is in, in microseconds since 1970.
  @inline(__always)
  func deadline(in view: ProgramView) -> Int64 { Int64(bitPattern: view.constants[Int(constant) &+ 1]) }
}

/// One share of a split.
struct CompiledArm: BitwiseCopyable {
  /// It serves the draws below this and not below the end of the arm before.
  let end: UInt64
  let outcome: Int32
}
