extension DocumentDecoder {
  // Each of these gives the current value as one type, or reports it and gives nil.

  mutating func object(_ value: JSONValue) -> JSONObject? {
    typed(value, value.objectValue, "an object")
  }

  mutating func array(_ value: JSONValue) -> [JSONValue]? {
    typed(value, value.arrayValue, "an array")
  }

  mutating func string(_ value: JSONValue) -> String? {
    typed(value, value.stringValue, "a string")
  }

  mutating func bool(_ value: JSONValue) -> Bool? {
    typed(value, value.boolValue, "a boolean")
  }

  mutating func number(_ value: JSONValue) -> Double? {
    guard let number = typed(value, value.numberValue, "a number") else { return nil }
    guard number.isFinite else {
      report("the number is not finite")
      return nil
    }
    return number
  }

  /// A whole number from 0 to 2^53.
  mutating func count(_ value: JSONValue) -> Int64? {
    guard let number = number(value) else { return nil }
    guard let integer = number.exactInteger, integer >= 0 else {
      report("\(shown(value)) is not a whole number from 0 to 9007199254740992")
      return nil
    }
    return integer
  }

  private mutating func typed<Value>(_ value: JSONValue, _ cast: Value?, _ wanted: String) -> Value? {
    if cast == nil { report("\(value.typeDescription) is not \(wanted)") }
    return cast
  }

  /// Text that people read: limited in length, and without control characters when it is written.
  mutating func text(_ value: JSONValue, maximumBytes: Int, allowing allowed: [Unicode.Scalar] = []) -> String? {
    guard let text = string(value) else { return nil }
    if text.utf8.count > maximumBytes {
      report("\(text.utf8.count) bytes are too many; at most \(maximumBytes) are allowed")
    }
    if mode == .write, text.hasControlCharacter(allowing: allowed) {
      report("control characters are not allowed")
    }
    return text
  }

  /// A text that must not be empty.
  mutating func name(_ value: JSONValue) -> String? {
    guard let name = text(value, maximumBytes: limits.nameBytes) else { return nil }
    if name.isEmpty { report("must not be empty") }
    return name
  }

  /// Checks a key that is itself a member's name: the current value is what it names.
  mutating func checkKey(_ key: String) {
    switch mode {
    case .write where !KeyGrammar.isValidKey(key): report("\(shown(key)) is not a key; \(KeyGrammar.rule)")
    case .read where !KeyGrammar.isValidImportedKey(key):
      report("\(shown(key)) is not a key; \(KeyGrammar.importedRule)")
    default: break
    }
  }

  /// The key of a flag or a segment that may stand elsewhere.
  mutating func reference(_ value: JSONValue) -> String? {
    guard let key = string(value) else { return nil }
    checkKey(key)
    return key
  }

  /// The name of one of the flag's variations.
  mutating func variationName(_ value: JSONValue) -> String? {
    guard let name = string(value) else { return nil }
    if let variationNames, !variationNames.contains(ExactString(name)) {
      report("\(shown(name)) is not a variation of this flag; it has \(listed(variationNames))")
    }
    return name
  }

  /// Checks that the current value refers to one of the flag's properties.
  mutating func checkPropertyName(_ name: String) {
    if let propertyNames, !propertyNames.contains(ExactString(name)) {
      report("\(shown(name)) is not a property of this flag")
    }
  }

  mutating func checkCount(_ count: Int, limit: Int, of what: String) {
    if count > limit { report("\(count) \(what) are too many; at most \(limit) are allowed") }
  }

  /// A value as messages show it, cut when it is long.
  func shown(_ value: JSONValue) -> String {
    if case .string(let text) = value { return shown(text) }
    return cut(value.text())
  }

  /// A text as messages show it.
  func shown(_ text: String) -> String {
    "`\(cut(text))`"
  }

  private func cut(_ text: String) -> String {
    text.utf8.count <= 80 ? text : String(text.prefix(60)) + "…"
  }

  private func listed(_ names: Set<ExactString>) -> String {
    let shownNames = names.sorted().prefix(10).map(\.string).joined(separator: ", ")
    return names.count > 10 ? shownNames + ", …" : shownNames
  }
}
