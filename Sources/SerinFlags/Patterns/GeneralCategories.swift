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

  private let sets: [ExactString: CodePointSet]

  private init() {
    let runs = Self.runs()
    var ranges: [ExactString: [ClosedRange<UInt32>]] = [ExactString("Any"): [0...CodePointSet.last]]
    for (name, category) in Self.names {
      let own = runs.filter { $0.category == category }.map(\.range)
      ranges[ExactString(name)] = own
      ranges[ExactString(String(name.prefix(1))), default: []] += own
    }
    sets = ranges.mapValues { CodePointSet($0) }
  }

  /// The scalars in runs of one category.
  private static func runs() -> [(range: ClosedRange<UInt32>, category: Unicode.GeneralCategory)] {
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
    return runs + [(0xF0000...0xFFFFD, .privateUse), (0x100000...0x10FFFD, .privateUse)]
  }

  /// The scalars of a category by its short name such as `Lu` or `L`, or nil when there is none of this name.
  subscript(name: String) -> CodePointSet? { sets[ExactString(name)] }
}
