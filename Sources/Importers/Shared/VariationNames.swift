import SerinFlags

/// Gives variations names of Serin's grammar, each only once.
struct VariationNames {
  private var taken: Set<ExactString> = []
  /// The number that is tried next for a name that is taken.
  private var numbers: [String: Int] = [:]

  /// The text with everything else replaced by `_`, and with a number when it is taken.
  mutating func name(for text: String) -> String {
    var base = String(
      text.unicodeScalars.prefix(100).map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": Character(scalar)
        default: "_"
        }
      })
    if !KeyGrammar.isValidKey(base) { base = "v" + base }
    // `otherwise` has another meaning for this one.
    if base == "continue" { base = "continue_" }
    var name = base
    while !taken.insert(ExactString(name)).inserted {
      let number = numbers[base, default: 2]
      name = "\(base)-\(number)"
      numbers[base] = number + 1
    }
    return name
  }
}
