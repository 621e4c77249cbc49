import SerinFlags

/// Which flags a key sees: those of some keys, and those whose keys begin in some way.
///
/// What a key does not see is to it as if it were not there. It still takes part in deciding: a flag that is seen may depend
/// on one that is not.
struct FlagFilter: Sendable, Hashable {
  /// How many patterns a key may have.
  static let maximumPatterns = 100

  private let keys: Set<ExactString>
  private let beginnings: [[UInt8]]

  /// Creates a filter.
  ///
  /// - Parameter patterns: Keys, or beginnings of keys with `*` behind; without any there is nothing to filter.
  init?(_ patterns: [String]) {
    guard !patterns.isEmpty else { return nil }
    keys = Set(patterns.filter { !$0.utf8.ends(with: "*") }.map(ExactString.init))
    beginnings = patterns.filter { $0.utf8.ends(with: "*") }.map { Array($0.utf8.dropLast()) }
  }

  /// With how many patterns a flag is compared at most.
  var patternCount: Int { beginnings.count + 1 }

  /// Whether a flag is seen.
  func lets(_ key: String) -> Bool {
    if !keys.isEmpty, keys.contains(ExactString(key)) { return true }
    return key.withBytes { bytes in
      beginnings.contains { bytes.count >= $0.count && bytes.prefix($0.count).elementsEqual($0) }
    }
  }

  /// Patterns as they are stored: in their order, each once.
  /// - Throws: 422 that names the one that is wrong.
  static func checked(_ patterns: [String]) throws(Problem) -> [String] {
    guard patterns.count <= maximumPatterns else {
      throw Problem(path: "flags", message: "has \(patterns.count) patterns; at most \(maximumPatterns) are allowed")
    }
    for (index, pattern) in patterns.enumerated() {
      let key = pattern.utf8.ends(with: "*") ? String(pattern.dropLast()) : pattern
      guard pattern == "*" || (KeyGrammar.isValidImportedKey(key) && !key.utf8.contains(UInt8(ascii: "*"))) else {
        throw Problem(
          path: "flags[\(index)]",
          message: "\"\(pattern)\" must be a flag's key, or the beginning of keys with * behind, such as checkout_*")
      }
    }
    return Set(patterns.map(ExactString.init)).sorted().map(\.string)
  }
}

extension String.UTF8View {
  fileprivate func ends(with other: String) -> Bool { suffix(other.utf8.count).elementsEqual(other.utf8) }
}
