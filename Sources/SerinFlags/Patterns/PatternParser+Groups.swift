extension PatternParser {
  /// Reads what a group begins with, or a whole `(?flags)`.
  mutating func openGroup() throws(PatternError) {
    let start = offset
    var inner = flags
    offset += 1
    if peek == UInt8(ascii: "*") { throw error(at: start, "`(*` begins a verb, which is not supported") }
    if peek == UInt8(ascii: "?") {
      if let refusal = refusedGroup() { throw error(at: start, refusal) }
      if stands("?P<") || stands("?<") {
        try parseName(from: start)
      } else {
        offset += 1
        let opens = try parseFlags(from: start, into: &inner)
        if !opens {
          flags = inner
          return
        }
      }
    }
    guard groups.count < Self.maximumDepth else {
      throw error(at: start, "groups nest deeper than \(Self.maximumDepth)")
    }
    groups.append(group)
    group = Group(offset: start, outerFlags: flags)
    flags = inner
  }

  /// Reads a closing parenthesis.
  mutating func closeGroup() throws(PatternError) {
    guard var outer = groups.popLast() else {
      throw error(at: offset, "`)` closes no group: escape it to mean itself")
    }
    offset += 1
    flags = group.outerFlags
    outer.parts.append(group.node)
    group = outer
  }

  /// What is wrong with a group of another dialect, by its first characters.
  private func refusedGroup() -> String? {
    let linear = "which is not supported: it cannot be matched in linear time"
    if stands("?=") || stands("?!") { return "`(\(text(from: offset, to: offset + 2))` is a look-ahead, \(linear)" }
    if stands("?<=") || stands("?<!") { return "`(\(text(from: offset, to: offset + 3))` is a look-behind, \(linear)" }
    if stands("?>") { return "`(?>` is an atomic group, which is not supported: use `(?:`" }
    if stands("?(") { return "`(?(` is a conditional, \(linear)" }
    if stands("?P=") { return "`(?P=` is a back-reference, \(linear)" }
    if stands("?#") { return "`(?#` is a comment, which is not supported" }
    if stands("?|") { return "`(?|` is a branch reset, which is not supported: use `(?:`" }
    if stands("?R") || stands("?P>") || stands("?&") || stands("?+") { return "`(?` begins a recursion, \(linear)" }
    if let byte = peek(ahead: 1), (0x30...0x39).contains(byte) { return "`(?` begins a recursion, \(linear)" }
    return nil
  }

  private mutating func parseName(from start: Int) throws(PatternError) {
    offset += stands("?P<") ? 3 : 2
    let nameStart = offset
    while let byte = peek, PatternAssertion.Neighbour(UInt32(byte)) == .word { offset += 1 }
    let name = text(from: nameStart, to: offset)
    guard peek == UInt8(ascii: ">"), !name.isEmpty else {
      throw error(at: start, "a group's name consists of letters, digits and `_` of ASCII and ends with `>`")
    }
    offset += 1
    guard names.insert(ExactString(name)).inserted else {
      throw error(at: start, "there are two groups of the name `\(name)`")
    }
  }

  /// Reads flags up to `:` or `)`; true when a group begins behind them.
  private mutating func parseFlags(from start: Int, into inner: inout Flags) throws(PatternError) -> Bool {
    var value = true
    var isComplete = true
    while let byte = peek {
      offset += 1
      switch byte {
      case UInt8(ascii: "i"): inner.ignoresCase = value
      case UInt8(ascii: "m"): inner.multiline = value
      case UInt8(ascii: "s"): inner.dotMatchesNewline = value
      // Swaps greedy and lazy, which has no bearing on whether there is a match.
      case UInt8(ascii: "U"): break
      case UInt8(ascii: "-") where value:
        value = false
        isComplete = false
        continue
      case UInt8(ascii: ":") where isComplete: return true
      case UInt8(ascii: ")") where isComplete: return false
      default:
        // Back to the start of a scalar of several bytes, which is then shown whole.
        offset -= 1
        _ = nextScalar()
        throw error(at: start, "\(quoted(from: start)) is no group: the flags are `i`, `m`, `s`, `U`, `-` before some")
      }
      isComplete = true
    }
    throw error(at: start, "the group is not closed: `)` is missing")
  }
}
