/// Reads a pattern.
///
/// Groups stand on a stack of their own rather than on the thread's, so that depth costs no stack there.
struct PatternParser {
  /// How deep groups may nest.
  static let maximumDepth = 100
  /// The largest count of a repetition, and of nested ones multiplied with each other; RE2's limit.
  static let maximumRepeat = 1000

  /// The switches that `(?flags)` sets.
  struct Flags {
    var ignoresCase = false
    /// `^` and `$` hold at lines too.
    var multiline = false
    /// `.` matches a newline.
    var dotMatchesNewline = false
  }

  /// A group that is not closed yet; the outermost one is the whole pattern.
  struct Group {
    /// Where its parenthesis stands.
    let offset: Int
    /// The flags to return to behind it.
    let outerFlags: Flags
    /// The choices before the last `|`.
    var choices: [PatternNode] = []
    /// What the last choice consists of so far.
    var parts: [PatternNode] = []

    /// The last choice as one node.
    var lastChoice: PatternNode {
      parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
    }

    /// The group as one node.
    var node: PatternNode { choices.isEmpty ? lastChoice : .choice(choices + [lastChoice]) }
  }

  let bytes: [UInt8]
  var offset = 0
  var flags: Flags
  var groups: [Group] = []
  /// The innermost open group.
  var group: Group
  /// The names of groups so far.
  var names: Set<ExactString> = []
  /// Where the repetition that ends just here began, since another one may not follow it.
  var lastRepetition: Int?

  init(_ source: String, ignoringCase: Bool) {
    bytes = Array(source.utf8)
    flags = Flags(ignoresCase: ignoringCase)
    group = Group(offset: 0, outerFlags: flags)
  }

  /// Reads the whole pattern.
  mutating func parse() throws(PatternError) -> PatternNode {
    guard bytes.count <= Pattern.maximumBytes else {
      throw error(at: Pattern.maximumBytes, "a pattern may have \(Pattern.maximumBytes) bytes, not \(bytes.count)")
    }
    while let byte = peek {
      let repetition = lastRepetition
      lastRepetition = nil
      try parseItem(byte, after: repetition)
    }
    guard groups.isEmpty else { throw error(at: group.offset, "the group is not closed: `)` is missing") }
    let node = group.node
    guard node.hasRepeats(within: Self.maximumRepeat) else {
      throw error(at: 0, "nested repetitions multiply to more than \(Self.maximumRepeat)")
    }
    return node
  }

  private mutating func parseItem(_ byte: UInt8, after repetition: Int?) throws(PatternError) {
    switch byte {
    case UInt8(ascii: "("): try openGroup()
    case UInt8(ascii: ")"): try closeGroup()
    case UInt8(ascii: "|"):
      offset += 1
      group.choices.append(group.lastChoice)
      group.parts = []
    case UInt8(ascii: "*"): try parseRepetition(least: 0, most: nil, after: repetition)
    case UInt8(ascii: "+"): try parseRepetition(least: 1, most: nil, after: repetition)
    case UInt8(ascii: "?"): try parseRepetition(least: 0, most: 1, after: repetition)
    case UInt8(ascii: "{"): try parseCountedRepetition(after: repetition)
    case UInt8(ascii: "["): try parseClass()
    case UInt8(ascii: "\\"): try parseEscape()
    case UInt8(ascii: "."):
      offset += 1
      let excluded = flags.dotMatchesNewline ? CodePointSet() : CodePointSet(0x0A)
      group.parts.append(.scalar(excluded.inverted()))
    case UInt8(ascii: "^"):
      offset += 1
      group.parts.append(.assertion(flags.multiline ? .beginLine : .beginText))
    case UInt8(ascii: "$"):
      offset += 1
      group.parts.append(.assertion(flags.multiline ? .endLine : .endText))
    default: appendLiteral(nextScalar())
    }
  }

  /// Adds one scalar in the way that the flags say.
  mutating func appendLiteral(_ scalar: UInt32) {
    let set = CodePointSet(scalar)
    group.parts.append(.scalar(flags.ignoresCase ? set.folded() : set))
  }
}
