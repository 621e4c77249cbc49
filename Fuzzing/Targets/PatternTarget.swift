import SerinFlags

/// Compiles a pattern and matches texts with it.
enum PatternTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) throws(FuzzFailure) {
    let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let source = String(decoding: bytes[..<lineEnd], as: UTF8.self)
    let text = Array(bytes[min(lineEnd + 1, bytes.count)...])
    for ignoringCase in [false, true] {
      let ordinary = compile(source, ignoringCase, alwaysLarge: false)
      let large = compile(source, ignoringCase, alwaysLarge: true)
      guard let ordinary, let large else {
        // A plain text needs no automaton, so there it may be longer than an automaton could be.
        try require(ordinary != nil || large == nil, "only the large automaton takes the pattern")
        continue
      }
      try check(ordinary, large, text)
    }
  }

  private static func compile(_ source: String, _ ignoringCase: Bool, alwaysLarge: Bool) -> Pattern? {
    do throws(PatternError) {
      return try Pattern(parsing: source, ignoringCase: ignoringCase, alwaysLarge: alwaysLarge)
    } catch {
      _ = "\(error)"
      return nil
    }
  }

  private static func check(_ ordinary: Pattern, _ large: Pattern, _ text: [UInt8]) throws(FuzzFailure) {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    for bytes in [text] + lines.prefix(8) {
      // The bytes as they are, also when they are not UTF-8.
      let results = bytes.withUnsafeBufferPointer { [ordinary.matches($0), large.matches($0)] }
      try require(results[0] == results[1], "the automata differ: \(results[0]) and, the large one, \(results[1])")
      let string = String(decoding: bytes, as: UTF8.self)
      try require(ordinary.matches(string) == large.matches(string), "the automata differ on the repaired text")
      if string.utf8.elementsEqual(bytes) {
        try require(ordinary.matches(string) == results[0], "the same bytes give another result as a string")
      }
      try checkSteps(ordinary, string)
      try checkSteps(large, string)
    }
  }

  /// Each place of the text costs at most as much as going through all states, however long the text is.
  private static func checkSteps(_ pattern: Pattern, _ text: String) throws(FuzzFailure) {
    guard text.utf8.count <= Pattern.maximumTextBytes else { return }
    let places = text.utf8.count + 1
    let steps = pattern.steps(matching: text)
    try require(steps <= places * mostStepsAtAPlace, "\(steps) steps for \(places) places")
    // The number of states is not more than what the pattern spells out, and a pattern without counts spells out little.
    if !pattern.source.utf8.contains(UInt8(ascii: "{")) {
      let states = 8 * pattern.source.utf8.count + 64
      try require(steps <= places * states, "\(steps) steps for \(places) places and at most \(states) states")
    }
  }

  /// Every state once, and every word of the sets.
  private static let mostStepsAtAPlace = 2 * 3968 + 4 * 64
}
