import SerinFlags

extension ReferenceFinder {
  /// Notes `FlagKey.release("new_checkout", …)` as a declaration, with what it says of default and expiry.
  mutating func findConstructor(named kind: String, at name: Int, open: Int) {
    let arguments = source.arguments(in: open)
    guard arguments.contains(where: { $0.label == "owner" }), let first = arguments.first, first.label == nil else {
      return
    }
    let keys: [(token: Int, keys: Set<ExactString>)]
    if isRawValue(first.value) {
      keys = walk.open.last.map { casesBefore(name, of: $0.name) } ?? []
    } else {
      keys = texts(in: first.value)
      for text in keys { note(text.keys, .declaration, at: text.token) }
    }
    for text in keys {
      for key in text.keys {
        if let isOn = defaultValue(of: kind, arguments) { claim(.isEnabled(isOn), of: key, at: text.token) }
        if kind != "killSwitch", kind != "permission", let day = argumentText("expires", arguments) {
          claim(.expires(day), of: key, at: text.token)
        }
      }
    }
  }

  /// The default that a constructor gives the flag; nil when it is not written as `true` or `false`.
  private func defaultValue(of kind: String, _ arguments: [Argument]) -> Bool? {
    guard let argument = arguments.first(where: { $0.label == "default" }) else { return kind == "killSwitch" }
    return source.bool(argument.value)
  }

  private func argumentText(_ label: String, _ arguments: [Argument]) -> String? {
    guard let value = arguments.first(where: { $0.label == label })?.value, value.count == 1 else { return nil }
    return source.string(value.lowerBound)
  }

  private func isRawValue(_ value: Range<Int>) -> Bool {
    value.count == 1 && source.isWord(value.lowerBound, "rawValue")
      || value.count == 3 && source.isWord(value.lowerBound, "self") && source.isWord(value.lowerBound + 2, "rawValue")
  }

  /// The keys of the cases that lead to a place in a switch of a catalog: `case .newCheckout, .payments:`.
  private func casesBefore(_ name: Int, of catalog: String) -> [(token: Int, keys: Set<ExactString>)] {
    guard let cases = declarations.textCases[catalog], declarations.catalogs.contains(catalog) else { return [] }
    var index = name
    while index > 0, name - index < 200, !source.isWord(index, "case") {
      if source.isWord(index, "default") || source.isSign(index, "{") { return [] }
      index -= 1
    }
    guard source.isWord(index, "case") else { return [] }
    var keys: Set<ExactString> = []
    while index < name, !source.isSign(index, ":") {
      if source.isSign(index, "."), let member = source.name(index + 1) { keys.formUnion(cases[member] ?? []) }
      index += 1
    }
    return [(name, keys)]
  }

  /// Notes the default of `isEnabled("new_checkout", default: false)`.
  mutating func claimDefault(of keys: Set<ExactString>, in arguments: [Argument], at token: Int) {
    guard let value = arguments.first(where: { $0.label == "default" })?.value, let isOn = source.bool(value) else {
      return
    }
    for key in keys { claim(.isEnabled(isOn), of: key, at: token) }
  }

  /// Notes the default of `FlagProperty(.newCheckout, "max_items", default: 3)`.
  mutating func claimProperty(_ arguments: [Argument]) {
    guard arguments.count >= 3, arguments[0].label == nil, arguments[1].label == nil, arguments[1].value.count == 1,
      let name = source.string(arguments[1].value.lowerBound),
      let value = arguments.first(where: { $0.label == "default" })?.value, let json = literal(value)
    else { return }
    let start = arguments[0].value.lowerBound
    let member = arguments[0].value.upperBound - 1
    let type = source.isSign(start, ".") ? "FlagKey" : source.name(member - 2) ?? ""
    for key in declarations.keys[type]?[source.name(member) ?? ""] ?? [] {
      claim(.property(name, json), of: key, at: start)
    }
  }

  /// A text, a number or a boolean as code writes it; nil for anything else, which is not worked out here.
  private func literal(_ value: Range<Int>) -> JSONValue? {
    if let isOn = source.bool(value) { return .bool(isOn) }
    if value.count == 1, let text = source.string(value.lowerBound) { return .string(text) }
    let isNegative = value.count == 2 && source.isSign(value.lowerBound, "-")
    guard isNegative || value.count == 1, let last = value.last, source.tokens[last].kind == .number,
      let number = Self.number(source.spelling(last).filter { $0 != "_" })
    else { return nil }
    return .number(isNegative ? -number : number)
  }

  /// The value of a number as code writes it, without underscores.
  private static func number(_ text: String) -> Double? {
    switch text.prefix(2) {
    case "0b": Int(text.dropFirst(2), radix: 2).map(Double.init)
    case "0o": Int(text.dropFirst(2), radix: 8).map(Double.init)
    default: Double(text)
    }
  }
}
