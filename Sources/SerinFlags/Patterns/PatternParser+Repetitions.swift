extension PatternParser {
  /// Reads `*`, `+` or `?`.
  mutating func parseRepetition(least: Int, most: Int?, after previous: Int?) throws(PatternError) {
    let start = offset
    offset += 1
    try appendRepetition(from: start, least: least, most: most, after: previous)
  }

  /// Reads `{n}`, `{n,}` or `{n,m}`; a brace that begins none of them is itself.
  mutating func parseCountedRepetition(after previous: Int?) throws(PatternError) {
    let start = offset
    offset += 1
    guard let (least, most) = parseCounts() else {
      offset = start + 1
      return appendLiteral(0x7B)
    }
    let largest = max(least, most ?? least)
    guard largest <= Self.maximumRepeat else {
      throw error(at: start, "\(quoted(from: start)) repeats more than \(Self.maximumRepeat) times")
    }
    guard least <= most ?? least else {
      throw error(at: start, "\(quoted(from: start)) has its larger number first")
    }
    try appendRepetition(from: start, least: least, most: most, after: previous)
  }

  private mutating func parseCounts() -> (least: Int, most: Int?)? {
    guard let least = parseNumber() else { return nil }
    var most: Int? = least
    if peek == UInt8(ascii: ",") {
      offset += 1
      most = parseNumber()
    }
    guard peek == UInt8(ascii: "}") else { return nil }
    offset += 1
    return (least, most)
  }

  private mutating func appendRepetition(from start: Int, least: Int, most: Int?, after previous: Int?)
    throws(PatternError)
  {
    // Whether a repetition is lazy has no bearing on whether there is a match.
    if peek == UInt8(ascii: "?") { offset += 1 }
    if let previous {
      let written = quoted(from: previous)
      throw error(
        at: start,
        bytes[start] == UInt8(ascii: "+")
          ? "\(written) is a possessive repetition, which is not supported: leave the `+` out"
          : "\(written) repeats a repetition: put a group around the inner one")
    }
    guard let body = group.parts.popLast() else {
      throw error(at: start, "\(quoted(from: start)) has nothing to repeat: escape it to mean itself")
    }
    group.parts.append(.repetition(body, least: least, most: most))
    lastRepetition = start
  }

  /// What was read since a place, in the quotation marks of messages.
  func quoted(from start: Int) -> String {
    "`\(text(from: start, to: offset))`"
  }
}
