import SerinFlags

/// The draw of a percent condition: Serin's own, with the seed as its salt.
///
/// Firebase's server SDKs take the SHA-256 of `<seed>.<id>` modulo 10^8 and compare that with millionths of a percent,
/// bounds included. So at most m is below m + 1, and above m is not below m + 1.
struct FirebaseDraw {
  let seed: String

  private static let range = 100_000_000

  /// Whether the number is at most so many millionths of a percent.
  func atMost(_ micro: Int) -> Formula {
    if micro < 0 { return .never }
    return micro >= Self.range - 1 ? hasUnit : .condition(below(micro + 1))
  }

  /// Whether the number is greater than so many millionths of a percent.
  func above(_ micro: Int) -> Formula {
    if micro < 0 { return hasUnit }
    return micro >= Self.range - 1 ? .never : .not(below(micro + 1))
  }

  private func below(_ micro: Int) -> Condition {
    .percent(Rollout(percent: Percentage(clamping: Double(micro) / 1_000_000), salt: seed))
  }

  /// Firebase draws nobody without an id, also at 100 %.
  private var hasUnit: Formula { .any([.attribute("userID", .exists), .attribute("deviceID", .exists)]) }
}
