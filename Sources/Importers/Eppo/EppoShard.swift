import SerinFlags

/// One shard of a split: ranges of the ten thousand numbers that its salt and the subject's key draw.
struct EppoShard: Equatable {
  let salt: String
  /// The ranges, sorted, those that touch joined.
  let ranges: [Range<Int>]

  private static let everything = 0..<10_000

  init?(_ node: SourceNode, _ draft: inout ImportDraft) {
    guard let salt = node["salt"].string else {
      draft.unknown(node["salt"], "salt")
      return nil
    }
    var ranges: [Range<Int>] = []
    for range in node["ranges"].elements {
      guard let start = range["start"].integer, let end = range["end"].integer else {
        draft.leaveOut(range.path, "\(range.value.shown) is no range of shards")
        return nil
      }
      guard start < end else { continue }
      let clamped = (start..<end).clamped(to: Self.everything)
      if !clamped.isEmpty { ranges.append(clamped) }
    }
    self.salt = salt
    self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
  }

  static func == (left: EppoShard, right: EppoShard) -> Bool {
    left.salt.hasSameBytes(as: right.salt) && left.ranges == right.ranges
  }

  var isEverybody: Bool { ranges == [Self.everything] }
  /// The end of the one range that begins at 0, or nil when the ranges are others.
  var prefixEnd: Int? { ranges.count == 1 && ranges[0].lowerBound == 0 ? ranges[0].upperBound : nil }

  var proposition: Formula {
    .any(
      ranges.map { range in
        .all([
          range.upperBound == Self.everything.upperBound ? .always : .condition(below(range.upperBound)),
          range.lowerBound == 0 ? .always : .not(below(range.lowerBound)),
        ])
      })
  }

  private func below(_ end: Int) -> Condition {
    .percent(Rollout(percent: Percentage(clamping: Double(end) / 100), salt: salt, draw: .eppo))
  }
}

/// Splits that together divide all subjects: they differ in one shard only, and its ranges follow each other from the
/// first number to the last.
struct EppoDivision {
  /// The salt of the shard that divides.
  let salt: String
  /// How many numbers each split has.
  let weights: [Int]
  /// The part of the subjects that is divided; nil for all.
  let traffic: Traffic?
  /// What else must hold.
  let conditions: [Formula]

  /// The first numbers of a draw.
  struct Traffic {
    var salt: String
    var end: Int

    static func everybody(salt: String) -> Traffic { Traffic(salt: salt, end: 10_000) }
  }

  init?(_ splits: [[EppoShard]]) {
    guard splits.count > 1, let first = splits.first, let salt = first.last?.salt else { return nil }
    let shared = Array(first.dropLast())
    var weights: [Int] = []
    var end = 0
    for split in splits {
      guard let last = split.last, Array(split.dropLast()) == shared, last.salt.hasSameBytes(as: salt),
        last.ranges.count == 1, last.ranges[0].lowerBound == end
      else { return nil }
      end = last.ranges[0].upperBound
      weights.append(last.ranges[0].count)
    }
    guard end == 10_000 else { return nil }
    self.salt = salt
    self.weights = weights
    if shared.count == 1, let end = shared[0].prefixEnd {
      traffic = Traffic(salt: shared[0].salt, end: end)
      conditions = []
    } else {
      traffic = nil
      conditions = shared.map(\.proposition)
    }
  }
}
