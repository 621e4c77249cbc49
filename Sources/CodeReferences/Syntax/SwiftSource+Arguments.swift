/// An argument of a call, or an element between brackets.
struct Argument: Sendable {
  /// Its label, or nil.
  var label: String?
  /// The tokens of its value, without round brackets that only hold it.
  var value: Range<Int>
}

extension SwiftSource {
  /// What stands between brackets, by its commas.
  ///
  /// - Parameter open: the index of the opening bracket; one that is never closed holds nothing.
  func elements(in open: Int) -> [Range<Int>] {
    guard let close = partner(open), close > open + 1 else { return [] }
    var elements: [Range<Int>] = []
    var start = open + 1
    var index = start
    while index < close {
      if isSign(index, ",") {
        elements.append(start..<index)
        start = index + 1
      }
      index = next(after: index)
    }
    if start < close { elements.append(start..<close) }
    return elements
  }

  /// The arguments of a call.
  ///
  /// - Parameter open: the index of its opening bracket.
  func arguments(in open: Int) -> [Argument] {
    elements(in: open).map { element in
      guard element.count >= 2, isSign(element.lowerBound + 1, ":"), let label = name(element.lowerBound) else {
        return Argument(label: nil, value: unwrapped(element))
      }
      return Argument(label: label, value: unwrapped((element.lowerBound + 2)..<element.upperBound))
    }
  }

  /// An expression without the round brackets around it: of `("new_checkout")` the text.
  private func unwrapped(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while isSign(range.lowerBound, "("), let close = partner(range.lowerBound), close == range.upperBound - 1,
      elements(in: range.lowerBound).count == 1
    {
      range = (range.lowerBound + 1)..<close
    }
    return range
  }

  /// The bracket of the call whose name is that token, its type arguments skipped: `FlagProperty<Int>(`; nil for no call.
  func callBracket(after name: Int) -> Int? {
    var index = name + 1
    if isSign(index, "<"), isAdjacent(index) {
      guard let end = endOfTypeArguments(at: index) else { return nil }
      index = end
    }
    return isSign(index, "(") && !startsLine(index) && partner(index) != nil ? index : nil
  }

  /// The index behind type arguments or parameters that begin at an angle bracket; nil when it only compares.
  func endOfTypeArguments(at start: Int) -> Int? {
    var depth = 0
    var index = start
    while has(index), index - start < 200 {
      if isSign(index, "<") {
        depth += 1
      } else if isSign(index, ">"), !(isSign(index - 1, "-") && isAdjacent(index)) {
        depth -= 1
        if depth == 0 { return index + 1 }
      } else if isSign(index, ";") || isSign(index, "}") || isSign(index, "{") {
        return nil
      }
      index = next(after: index)
    }
    return nil
  }

  /// The value of an argument when it is `true` or `false`.
  func bool(_ value: Range<Int>) -> Bool? {
    guard value.count == 1 else { return nil }
    if isWord(value.lowerBound, "true") { return true }
    return isWord(value.lowerBound, "false") ? false : nil
  }
}
