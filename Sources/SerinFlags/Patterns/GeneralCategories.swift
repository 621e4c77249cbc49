/// The scalars of Unicode's general categories, by the standard library's tables.
struct GeneralCategories: Sendable {
  /// The categories that a pattern may name, by their short names.
  ///
  /// A single letter stands for all that begin with it. Unassigned code points (`Cn`) are left out, as in RE2: they
  /// change from one version of Unicode to the next.
  private static let names: [(name: String, category: Unicode.GeneralCategory)] = [
    ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter), ("Lm", .modifierLetter),
    ("Lo", .otherLetter), ("Mn", .nonspacingMark), ("Mc", .spacingMark), ("Me", .enclosingMark),
    ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber), ("Pc", .connectorPunctuation),
    ("Pd", .dashPunctuation), ("Ps", .openPunctuation), ("Pe", .closePunctuation), ("Pi", .initialPunctuation),
    ("Pf", .finalPunctuation), ("Po", .otherPunctuation), ("Sm", .mathSymbol), ("Sc", .currencySymbol),
    ("Sk", .modifierSymbol), ("So", .otherSymbol), ("Zs", .spaceSeparator), ("Zl", .lineSeparator),
    ("Zp", .paragraphSeparator), ("Cc", .control), ("Cf", .format), ("Cs", .surrogate), ("Co", .privateUse),
  ]

  /// The table, made when it is first needed.
  static let all = GeneralCategories()

  private let ranges: [(range: ClosedRange<UInt32>, category: Unicode.GeneralCategory)]

  private init() {
    var runs: [(range: ClosedRange<UInt32>, category: Unicode.GeneralCategory)] = []
    // Planes 4 to 13 are unassigned and planes 15 and 16 are for private use, as they will stay.
    for block: ClosedRange<UInt32> in [0...0x3FFFF, 0xE0000...0xE0FFF] {
      for code in block {
        guard let category = Unicode.Scalar(code)?.properties.generalCategory, category != .unassigned else { continue }
        if let before = runs.last, before.category == category, before.range.upperBound + 1 == code {
          runs[runs.count - 1].range = before.range.lowerBound...code
        } else {
          runs.append((code...code, category))
        }
      }
    }
    ranges = runs + [(0xF0000...0xFFFFD, .privateUse), (0x100000...0x10FFFD, .privateUse)]
  }

  /// The scalars of a category by its short name such as `Lu` or `L`, or nil when there is none of this name.
  subscript(name: String) -> CodePointSet? {
    if name == "Any" { return CodePointSet([0...CodePointSet.last]) }
    let wanted = Self.names.filter { $0.name == name || (name.utf8.count == 1 && $0.name.hasPrefix(name)) }
    guard !wanted.isEmpty else { return nil }
    let found = ranges.filter { row in wanted.contains { $0.category == row.category } }
    return CodePointSet(found.map(\.range))
  }
}
