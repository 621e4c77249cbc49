import SerinFlags

// What a call is made on.
extension ReferenceFinder {
  /// Whether the call is made on what the rule asks for.
  func fits(_ receiver: CallRules.Receiver, at name: Int) -> Bool {
    switch receiver {
    case .any: true
    case .reader: isReader(before: name)
    case .named(let wanted):
      self.receiver(before: name).map { $0 == wanted || declares($0, asType: "FlagOverrides") } ?? false
    case .value(let type, let method):
      self.receiver(before: name).map { declares($0, asType: type) || isHandedOut($0, by: method, at: name) } ?? false
    }
  }

  private func declares(_ name: String, asType type: String) -> Bool {
    declarations.holders[name]?.contains(type) ?? false
  }

  /// Whether a value answers for flags: it is declared so, or its name says so.
  private func isReader(before name: Int) -> Bool {
    guard let receiver = receiver(before: name) else {
      // Without a receiver it is one's own method, so the type around it must be such a value.
      return walk.open.contains { type in
        ([type.name] + type.inherited).contains { KeyConstructors.readers.contains($0) }
      }
    }
    return declarations.readers.contains(receiver) || KeyConstructors.readers.contains(receiver)
      || receiver.lowercased().contains("flag")
  }

  /// Whether a name is what a closure around a token gets from a method: `rules.withEvaluator(…) { evaluator in … }`.
  ///
  /// `$0` is that of the innermost closure.
  private func isHandedOut(_ name: String, by method: String, at token: Int) -> Bool {
    var index = token - 1
    var brace: Int?
    while index >= 0, token - index < Self.farthestClosure {
      if let partner = source.partner(index), partner < index {
        index = partner
      } else if source.isSign(index, "{") {
        if name == "$0", brace != nil { return false }
        brace = index
        if isCalled(method, before: index) { return parameter(ofClosureAt: index) == name || name == "$0" }
      } else if source.isSign(index, "("), let closure = brace, source.name(index - 1) == method {
        return parameter(ofClosureAt: closure) == name || name == "$0"
      }
      index -= 1
    }
    return false
  }

  /// Whether the closure that begins at a brace is the last argument of a call of a method.
  private func isCalled(_ method: String, before brace: Int) -> Bool {
    guard source.isSign(brace - 1, ")"), let open = source.partner(brace - 1) else {
      return source.name(brace - 1) == method
    }
    return source.name(open - 1) == method
  }

  /// The first name of a closure: that of its parameter, if it has one.
  private func parameter(ofClosureAt brace: Int) -> String? {
    source.name(source.isSign(brace + 1, "(") ? brace + 2 : brace + 1)
  }

  /// So many tokens are looked through for the closure around one.
  private static let farthestClosure = 2_000

  /// The last name of what a call is made on; nil for a call on nothing, or on `self`.
  ///
  /// Names that every type may have, such as `shared`, say nothing: the name before them counts.
  private func receiver(before name: Int) -> String? {
    var index = name
    while source.isSign(index - 1, ".") {
      index -= 2
      while source.isSign(index, "?") || source.isSign(index, "!") { index -= 1 }
      // The brackets and braces of a call lie behind its name.
      while source.isSign(index, ")") || source.isSign(index, "]") || source.isSign(index, "}"),
        let open = source.partner(index)
      {
        // `(flags).get(…)`: brackets that belong to no call only hold the value.
        index = source.isSign(open, "(") && !isCall(open) ? index - 1 : open - 1
      }
      guard let found = source.name(index) else { return "" }
      if found == "self" { return nil }
      if !Self.namesOfAnything.contains(found) { return found }
    }
    return index == name ? nil : source.name(index)
  }

  private func isCall(_ open: Int) -> Bool {
    guard source.isAdjacent(open) else { return false }
    return source.isName(open - 1) || source.isSign(open - 1, ")") || source.isSign(open - 1, "]")
      || source.isSign(open - 1, ">") || source.isSign(open - 1, "!") || source.isSign(open - 1, "?")
  }

  private static let namesOfAnything: Set<String> = [
    "shared", "current", "main", "standard", "default", "instance", "value", "wrappedValue", "snapshot", "init",
  ]
}
