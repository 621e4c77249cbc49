import SerinFlags

extension ReferenceFinder {
  /// Finds what an expression may be: keys of a type, through conditions, lists and brackets.
  ///
  /// Of `isNew ? .newCheckout : .oldCheckout` both are found; of `.newCheckout.name`, `flags?.all` and `f(.newCheckout)`
  /// none, since their values are no keys.
  ///
  /// - Parameters:
  ///   - range: the tokens of the expression.
  ///   - type: the type that is expected.
  ///   - kind: how it is noted; nil for what the type says.
  mutating func find(in range: Range<Int>, expecting type: String, as kind: CodeReferenceKind? = nil, depth: Int = 0) {
    for start in valueStarts(in: range) {
      if let open = source.implicitInitialiser(at: start), KeyConstructors.carriers.contains(type) {
        findInitialiser(of: type, open: open)
      } else if source.isSign(start, "."), let name = source.name(start + 1), endsPrimary(start + 2, in: range) {
        guard let keys = declarations.keys[type]?[name] else { continue }
        note(keys, kind ?? self.kind(of: type), at: start)
      } else if (source.isSign(start, "[") || source.isSign(start, "(")), depth < 8 {
        for element in source.elements(in: start) { find(in: element, expecting: type, as: kind, depth: depth + 1) }
      } else if source.isName(start), endsPrimary(start + 1, in: range) {
        noteConstant(at: start, as: kind)
      } else if let type = source.name(start), source.isSign(start + 1, "."), let name = source.name(start + 2),
        endsPrimary(start + 3, in: range), let keys = declarations.keys[type]?[name]
      {
        note(keys, kind ?? self.kind(of: type), at: start)
      }
    }
  }

  /// A constant without its type: one of the types around it, or of the top of a file.
  private mutating func noteConstant(at token: Int, as kind: CodeReferenceKind?) {
    guard let name = source.name(token), !declarations.isHidden(name, in: source.path) else { return }
    for container in walk.scopes {
      guard let keys = declarations.keys[container]?[name], keys.count == 1 else { continue }
      return note(keys, kind ?? self.kind(of: container), at: token)
    }
  }

  /// The keys that an expression may be as a text, with the tokens where they stand.
  ///
  /// In brackets it may be the only thing, in a list each element.
  func texts(in range: Range<Int>, depth: Int = 0) -> [(token: Int, keys: Set<ExactString>)] {
    valueStarts(in: range).flatMap { start -> [(token: Int, keys: Set<ExactString>)] in
      if let text = source.string(start) {
        return endsPrimary(start + 1, in: range) ? [(start, Set([ExactString(text)]))] : []
      }
      if source.isSign(start, "[") || source.isSign(start, "(") {
        let elements = source.elements(in: start)
        let isValue = source.isSign(start, "[") || elements.count == 1
        guard isValue, depth < 8, endsPrimary(source.next(after: start), in: range) else { return [] }
        return elements.flatMap { texts(in: $0, depth: depth + 1) }
      }
      return constantText(at: start, in: range).map { [(start, $0)] } ?? []
    }
  }

  /// The texts of `Keys.newCheckout`, of `Flag.newCheckout.rawValue`, or of a constant nearby.
  private func constantText(at start: Int, in range: Range<Int>) -> Set<ExactString>? {
    var path: [String] = []
    var index = start
    while let name = source.name(index) {
      path.append(name)
      index += 1
      guard source.isSign(index, "."), index < range.upperBound else { break }
      index += 1
    }
    guard let last = path.last, endsPrimary(index, in: range) else { return nil }
    if last == "rawValue", path.count >= 3 {
      return declarations.textCases[path[path.count - 3]]?[path[path.count - 2]]
    }
    if path.count >= 2, path[path.count - 2] != "self", path[path.count - 2] != "Self" {
      return declarations.texts[path[path.count - 2]]?[last]
    }
    if path.count == 1, declarations.isHidden(last, in: source.path) { return nil }
    for container in walk.scopes {
      if let texts = declarations.texts[container]?[last] { return texts.count == 1 ? texts : nil }
    }
    return nil
  }

  /// Where values begin of which the expression may be one: at its start, and behind `?`, `:` and `??`; of `if` and `switch`
  /// at the starts of their branches.
  private func valueStarts(in range: Range<Int>, depth: Int = 0) -> [Int] {
    if source.isWord(range.lowerBound, "if") || source.isWord(range.lowerBound, "switch") {
      return depth < 8 ? branches(of: range).flatMap { valueStarts(in: $0, depth: depth + 1) } : []
    }
    var starts: [Int] = []
    var isStart = true
    var index = range.lowerBound
    while index < range.upperBound {
      if isStart {
        while source.isWord(index, "try") || source.isWord(index, "await") { index += 1 }
        starts.append(index)
      }
      // An optional's question mark has no blank before it, that of a condition has.
      let isCondition = source.isSign(index, "?") && (!source.isAdjacent(index) || source.isSign(index - 1, "?"))
      isStart = isCondition && !source.isSign(index + 1, "?") || source.isSign(index, ":")
      index = source.next(after: index)
    }
    return starts
  }

  /// What stands between the braces of `if … { } else { }`; of a `switch`, from each case's colon to the next case.
  private func branches(of range: Range<Int>) -> [Range<Int>] {
    var bodies: [Range<Int>] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if source.isSign(index, "{"), let close = source.partner(index) { bodies.append((index + 1)..<close) }
      index = source.next(after: index)
    }
    guard source.isWord(range.lowerBound, "switch") else { return bodies }
    return bodies.flatMap(cases)
  }

  private func cases(in body: Range<Int>) -> [Range<Int>] {
    var cases: [Range<Int>] = []
    var index = body.lowerBound
    var start: Int?
    while index < body.upperBound {
      let beginsCase = source.startsLine(index) || source.isSign(index - 1, ";") || index == body.lowerBound
      if beginsCase, source.isWord(index, "case") || source.isWord(index, "default") {
        if let start { cases.append(start..<index) }
        start = nil
      } else if start == nil, source.isSign(index, ":") {
        start = index + 1
      }
      index = source.next(after: index)
    }
    if let start { cases.append(start..<body.upperBound) }
    return cases
  }

  /// Whether nothing belongs to a value any more at that token: the expression or its branch ends, a condition goes on, or
  /// the type is said (`"new_checkout" as String`).
  private func endsPrimary(_ index: Int, in range: Range<Int>) -> Bool {
    guard index < range.upperBound else { return true }
    if source.isSign(index, ":") || source.isSign(index, "}") || source.isWord(index, "as") { return true }
    if source.isWord(index, "case") || source.isWord(index, "default") { return source.startsLine(index) }
    return source.isSign(index, "?") && !source.isAdjacent(index)
  }
}
