extension SwiftSource {
  /// The name that a written type is about, and the index of that name.
  ///
  /// Of `any Serin.FlagReading` that is `FlagReading`, of `[FlagKey]` and `Set<FlagKey>?` it is `FlagKey`.
  func typeName(at start: Int) -> (name: String, index: Int)? {
    var index = start
    var steps = 0
    while steps < 12 {
      steps += 1
      if isSign(index, "[") || isSign(index, "@") || isTypePrefix(index) {
        index += 1
      } else if let name = name(index) {
        if isSign(index + 1, "."), isName(index + 2) {
          index += 2
        } else if ["Set", "Array", "Optional"].contains(name), isSign(index + 1, "<") {
          index += 2
        } else if isSign(index - 1, "@") {
          index += 1
        } else {
          return (name, index)
        }
      } else {
        return nil
      }
    }
    return nil
  }

  private func isTypePrefix(_ index: Int) -> Bool {
    isWord(index, "any") || isWord(index, "some") || isWord(index, "inout") || isWord(index, "sending")
      || isWord(index, "borrowing") || isWord(index, "consuming") || isWord(index, "nonisolated")
  }

  /// The index behind a type whose name is that token: its closing brackets, type arguments and question marks.
  func endOfType(named index: Int) -> Int {
    var end = index + 1
    if isSign(end, "<"), let behind = endOfTypeArguments(at: end) { end = behind }
    while has(end), isSign(end, "]") || isSign(end, ">") || isSign(end, "?") || isSign(end, "!") { end += 1 }
    return end
  }

  /// Whether a single equals sign stands there.
  func isAssignment(_ index: Int) -> Bool {
    guard isSign(index, "=") else { return false }
    let isPart = isAdjacent(index) && (isSign(index - 1, "=") || isSign(index - 1, "!") || isSign(index - 1, "<"))
    return !isPart && !(isSign(index + 1, "=") && isAdjacent(index + 1))
  }
}
