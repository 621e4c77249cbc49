import SerinFlags

/// What must hold of answers that depend on the time.
enum TimeChecks {
  /// Within a time epoch the answers are the same.
  static func check(
    _ ruleset: CompiledRuleset, _ answer: RulesetAnswer, for context: FlagContext, at now: Timestamp
  ) throws(FuzzFailure) {
    let epoch = ruleset.timeEpoch(at: now)
    for distance: Int64 in [-7_200_000_000, -1, 1, 3_599_999_999] {
      let (moved, overflows) = now.microseconds.addingReportingOverflow(distance)
      let other = Timestamp(microseconds: moved)
      guard !overflows else { continue }
      let otherEpoch = ruleset.timeEpoch(at: other)
      try require(distance < 0 ? otherEpoch <= epoch : otherEpoch >= epoch, "time epochs do not grow with time")
      guard otherEpoch == epoch else { continue }
      let same = ruleset.evaluateAll(for: context, at: other).evaluations
      try require(same == answer.evaluations, "at \(now) and \(other), in one time epoch, the answers differ")
    }
  }
}
