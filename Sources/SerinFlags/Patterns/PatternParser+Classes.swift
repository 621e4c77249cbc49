extension PatternParser {
  /// Reads a class in brackets.
  mutating func parseClass() throws(PatternError) {
    let start = offset
    offset += 1
    let isInverted = peek == UInt8(ascii: "^")
    if isInverted { offset += 1 }
    // A bracket that stands first is a member.
    var isFirst = true
    var written: [ClosedRange<UInt32>] = []
    var finishedSets: [ClosedRange<UInt32>] = []
    while let byte = peek, isFirst || byte != UInt8(ascii: "]") {
      isFirst = false
      if let set = try parseMemberSet() {
        finishedSets += set.ranges
      } else {
        written.append(try parseRange(inClassAt: start))
      }
    }
    guard peek != nil else { throw error(at: start, "the class is not closed: `]` is missing") }
    offset += 1
    let set = CodePointSet(finishedSets + finished(CodePointSet(written), isInverted: false).ranges)
    group.parts.append(.scalar(isInverted ? set.inverted() : set))
  }

  /// Reads `[:name:]`, `\d`, `\pL` and the like, or nothing when it is not one of them.
  private mutating func parseMemberSet() throws(PatternError) -> CodePointSet? {
    if peek == UInt8(ascii: "\\") { return try parseEscapedSet() }
    guard stands("[:"), let end = endOfName() else { return nil }
    let start = offset
    let isInverted = peek(ahead: 2) == UInt8(ascii: "^")
    let name = text(from: start + (isInverted ? 3 : 2), to: end)
    offset = end + 2
    guard let set = CodePointSet.namedClass(name) else {
      let allowed = CodePointSet.namedClasses.joined(separator: ", ")
      throw error(at: start, "\(quoted(from: start)) is no class; the names are \(allowed)")
    }
    return finished(set, isInverted: isInverted)
  }

  /// Where the next `:]` stands, if there is one.
  private func endOfName() -> Int? {
    var end = offset + 2
    while end + 1 < bytes.count {
      if bytes[end] == UInt8(ascii: ":"), bytes[end + 1] == UInt8(ascii: "]") { return end }
      end += 1
    }
    return nil
  }

  /// Reads a scalar or a range of them, where a hyphen that is not between two scalars is one.
  private mutating func parseRange(inClassAt classStart: Int) throws(PatternError) -> ClosedRange<UInt32> {
    let start = offset
    let lower = try parseMember()
    guard peek == UInt8(ascii: "-"), let behind = peek(ahead: 1), behind != UInt8(ascii: "]") else {
      return lower...lower
    }
    offset += 1
    let upper = try parseMember()
    guard lower <= upper else { throw error(at: start, "the range \(quoted(from: start)) has its larger end first") }
    return lower...upper
  }

  private mutating func parseMember() throws(PatternError) -> UInt32 {
    peek == UInt8(ascii: "\\") ? try parseEscapedScalar(from: offset) : nextScalar()
  }
}
