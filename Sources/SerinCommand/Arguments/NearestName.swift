/// Finds the name somebody probably meant.
enum NearestName {
  /// The candidate that is closest to what was typed, or nil when none is close.
  ///
  /// Closeness is the number of letters to insert, remove, replace or swap with the neighbour (the restricted
  /// Damerau-Levenshtein distance). A third of the typed letters may differ, at least one; equally close candidates
  /// are taken in the order given.
  static func of(_ typed: String, in candidates: [String]) -> String? {
    let limit = max(1, typed.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(Array(typed.lowercased()), Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The sentence ` Did you mean "…"?`, or nothing when no candidate is close.
  static func hint(for typed: String, in candidates: [String]) -> String {
    of(typed, in: candidates).map { ". Did you mean \"\($0)\"?" } ?? ""
  }

  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var older: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, older[column - 1] + 1)
        }
        current.append(cost)
      }
      older = previous
      previous = current
    }
    return previous[right.count]
  }
}
