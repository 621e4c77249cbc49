/// Finds the name somebody probably meant.
///
/// Closeness is the number of letters to insert, remove, replace or swap with the neighbour (the restricted
/// Damerau-Levenshtein distance), capitals counting as small letters. A third of the typed letters may differ, at least one;
/// equally close candidates are taken in the order given.
struct NearestName {
  private struct Candidate {
    var name: String
    var letters: [Unicode.Scalar]
    /// A bit for each letter that is in it, some letters sharing one.
    var mask: UInt64
  }

  private let candidates: [Candidate]

  /// Makes candidates ready to be asked about more than once.
  init(among names: [String]) {
    candidates = names.map { name in
      let letters = Array(name.lowercased().unicodeScalars)
      return Candidate(name: name, letters: letters, mask: Self.mask(of: letters))
    }
  }

  /// The candidate that is closest to what was typed, or nil when none is close.
  static func of(_ typed: String, in candidates: [String]) -> String? {
    NearestName(among: candidates).closest(to: typed)
  }

  /// The sentence ` Did you mean "…"?`, or nothing when no candidate is close.
  static func hint(for typed: String, in candidates: [String]) -> String {
    of(typed, in: candidates).map { ". Did you mean \"\($0)\"?" } ?? ""
  }

  /// The candidate that is closest to what was typed, or nil when none is close.
  func closest(to typed: String) -> String? {
    // What only looks the same, letters with their accents written in another way, is closest of all.
    if !typed.utf8.allSatisfy({ $0 < 0x80 }), let same = candidates.first(where: { $0.name == typed }) {
      return same.name
    }
    let letters = Array(typed.lowercased().unicodeScalars)
    let mask = Self.mask(of: letters)
    var limit = max(1, typed.unicodeScalars.count / 3)
    var best: String?
    for candidate in candidates {
      // Each step adds or removes one letter at most, and makes one letter appear and one disappear at most.
      guard abs(candidate.letters.count - letters.count) <= limit, (candidate.mask ^ mask).nonzeroBitCount <= 2 * limit,
        let distance = Self.distance(letters, candidate.letters, limit: limit)
      else { continue }
      best = candidate.name
      if distance == 0 { break }
      // Only what is closer counts from here on.
      limit = distance - 1
    }
    return best
  }

  private static func mask(of letters: [Unicode.Scalar]) -> UInt64 {
    letters.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
  }

  /// The distance, when it is no more than a limit.
  ///
  /// Only cells so near to the diagonal are worked out (Ukkonen, "Algorithms for approximate string matching", 1985).
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int? {
    let tooFar = limit + 1
    var older: [Int] = []
    var previous = (0...right.count).map { min($0, tooFar) }
    var closestBefore = 0
    for row in left.indices {
      var current = [Int](repeating: tooFar, count: right.count + 1)
      current[0] = min(row + 1, tooFar)
      var closest = current[0]
      let first = max(0, row - limit)
      let end = min(right.count, row + limit + 1)
      for column in first..<max(first, end) {
        let isSame = left[row] == right[column]
        var cost = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, older[column - 1] + 1)
        }
        current[column + 1] = min(cost, tooFar)
        closest = min(closest, cost)
      }
      // A swap reaches back by two rows.
      if closest > limit, closestBefore > limit { return nil }
      closestBefore = closest
      older = previous
      previous = current
    }
    return previous[right.count] <= limit ? previous[right.count] : nil
  }
}
