import SerinFlags

// GrowthBook's conditions are true or false, never unknown. So each is translated twice: into a condition that is true
// exactly when the source is, and, where it stands in `$not` or `$nor`, into one that is true exactly when the source is
// false. Nothing is negated as a whole; every comparison says itself what holds without the attribute.
extension GrowthBookReader {
  /// What a condition asks for.
  ///
  /// - Parameter wanted: Whether the condition must be true, or false.
  mutating func condition(_ json: JSONValue, _ wanted: Bool, path: String) -> Formula {
    guard let object = json.objectValue else {
      findings.leaveOut(path, "is not an object")
      return .never
    }
    var parts: [Formula] = []
    for (name, value) in object {
      let path = DocumentPath.member(path, name)
      switch name {
      case "$and": parts.append(list(value, wanted, isAll: true, path: path))
      case "$or": parts.append(list(value, wanted, isAll: false, path: path))
      case "$nor": parts.append(list(value, !wanted, isAll: false, path: path))
      case "$not": parts.append(condition(value, !wanted, path: path))
      default: parts.append(comparison(of: attribute(name, path: path), value, wanted, path: path))
      }
    }
    return wanted ? .all(parts) : .any(parts)
  }

  private mutating func list(_ value: JSONValue, _ wanted: Bool, isAll: Bool, path: String) -> Formula {
    guard let elements = value.arrayValue else {
      findings.leaveOut(path, "is not an array")
      return .never
    }
    // An empty `$or` is true in GrowthBook.
    if elements.isEmpty { return Formula(wanted) }
    let parts = elements.enumerated().map { condition($1, wanted, path: DocumentPath.element(path, $0)) }
    return isAll == wanted ? .all(parts) : .any(parts)
  }

  /// The attribute that a path means.
  mutating func attribute(_ name: String, path: String) -> String {
    if let userAttribute, name.hasSameBytes(as: userAttribute) { return "userID" }
    guard mentioned.insert(ExactString(name)).inserted else { return name }
    if name.contains(".") {
      findings.changed(
        path, "attributes are flat in Serin: send \(DocumentPath.quoted(name)) as an attribute of that name")
    }
    if name.hasSameBytes(as: "userID") || name.hasSameBytes(as: "deviceID") {
      findings.changed(path, "\(DocumentPath.quoted(name)) is the context's id in Serin, never an attribute")
    }
    return name
  }

  /// A value, or an object of operators, that an attribute is compared with.
  mutating func comparison(of attribute: String, _ value: JSONValue, _ wanted: Bool, path: String) -> Formula {
    switch value {
    case .null:
      return .attribute(attribute, wanted ? .absent : .exists)
    case .string, .number, .bool:
      return looseEquality(of: attribute, value, wanted)
    case .object(let operators) where !operators.isEmpty && operators.names.allSatisfy({ $0.hasPrefix("$") }):
      let parts = operators.map { name, operand in
        self.operation(name, of: attribute, operand, wanted, path: DocumentPath.member(path, name))
      }
      return wanted ? .all(parts) : .any(parts)
    case .array, .object:
      findings.leaveOut(path, "compares with \(value.typeDescription), which Serin cannot")
      return .never
    }
  }

  /// A comparison that is unknown without the attribute and decided with it, completed by what holds without it.
  func completed(_ formula: Formula, of attribute: String, absent: Bool, _ wanted: Bool) -> Formula {
    let known = wanted ? formula : formula.negated
    return absent == wanted ? .any([.attribute(attribute, .absent), known]) : known
  }

  /// Equality after JavaScript's conversions: `"1"` and 1 are the same, and so are 0, `""`, false and no number.
  private func looseEquality(of attribute: String, _ value: JSONValue, _ wanted: Bool) -> Formula {
    switch value {
    case .string(let text):
      var values = [value]
      if let parsed = try? JSONValue(parsing: text.utf8), parsed.text().hasSameBytes(as: text) {
        if parsed.numberValue != nil || parsed.boolValue != nil { values.append(parsed) }
      }
      let isNull = text.hasSameBytes(as: "null")
      return completed(.attribute(attribute, .in, values), of: attribute, absent: isNull, wanted)
    case .number(let number):
      var values = [value, .string(value.text())]
      if number == 0 { values += [false, ""] }
      if number == 1 { values.append(true) }
      return completed(.attribute(attribute, .in, values), of: attribute, absent: number == 0, wanted)
    default:
      let isFalse = Formula.attribute(attribute, .in, [false, 0, ""])
      guard value == true else { return completed(isFalse, of: attribute, absent: false, wanted) }
      return wanted ? isFalse.negated : .any([.attribute(attribute, .absent), isFalse])
    }
  }
}
