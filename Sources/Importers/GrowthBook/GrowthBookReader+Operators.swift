import SerinFlags

extension GrowthBookReader {
  /// One operator of a condition, such as `{"$gt": 5}`.
  mutating func operation(
    _ name: String, of attribute: String, _ operand: JSONValue, _ wanted: Bool, path: String
  ) -> Formula {
    switch name {
    case "$eq": return equality(of: attribute, operand, wanted, path: path)
    case "$ne": return equality(of: attribute, operand, !wanted, path: path)
    case "$lt": return order(.less, of: attribute, operand, wanted, path: path) { $0 < $1 }
    case "$lte": return order(.lessOrEqual, of: attribute, operand, wanted, path: path) { $0 <= $1 }
    case "$gt": return order(.greater, of: attribute, operand, wanted, path: path) { $0 > $1 }
    case "$gte": return order(.greaterOrEqual, of: attribute, operand, wanted, path: path) { $0 >= $1 }
    case "$veq": return version(.semverEquals, of: attribute, operand, wanted, path: path)
    case "$vne": return version(.semverEquals, of: attribute, operand, !wanted, path: path)
    case "$vlt": return version(.semverLess, of: attribute, operand, wanted, path: path)
    case "$vlte": return version(.semverLessOrEqual, of: attribute, operand, wanted, path: path)
    case "$vgt": return version(.semverGreater, of: attribute, operand, wanted, path: path)
    case "$vgte": return version(.semverGreaterOrEqual, of: attribute, operand, wanted, path: path)
    case "$in": return membership(of: attribute, operand, isIn: true, wanted)
    case "$nin": return membership(of: attribute, operand, isIn: false, wanted)
    case "$ini": return membership(of: attribute, operand, isIn: true, wanted, ignoringCase: true)
    case "$nini": return membership(of: attribute, operand, isIn: false, wanted, ignoringCase: true)
    case "$inGroup": return membership(of: attribute, group(operand, path: path), isIn: true, wanted)
    case "$notInGroup": return membership(of: attribute, group(operand, path: path), isIn: false, wanted)
    case "$all": return allOf(operand, of: attribute, wanted, path: path)
    case "$alli": return allOf(operand, of: attribute, wanted, ignoringCase: true, path: path)
    case "$elemMatch": return element(of: attribute, operand, wanted, path: path)
    case "$not": return comparison(of: attribute, operand, !wanted, path: path)
    case "$exists":
      guard let exists = operand.boolValue else { return refuse(path, "is not a boolean") }
      return .attribute(attribute, exists == wanted ? .exists : .absent)
    case "$regex": return pattern(of: attribute, operand, wanted, path: path)
    case "$regexi": return pattern(of: attribute, operand, wanted, ignoringCase: true, path: path)
    case "$type": return type(of: attribute, operand, wanted, path: path)
    case "$size": return refuse(path, "compares the length of an array, which Serin cannot")
    default: return refuse(path, "is not a known operator")
    }
  }

  mutating func refuse(_ path: String, _ message: String) -> Formula {
    findings.leaveOut(path, message)
    return .never
  }

  private mutating func equality(
    of attribute: String, _ operand: JSONValue, _ wanted: Bool, path: String
  ) -> Formula {
    switch operand {
    case .null: return .attribute(attribute, wanted ? .absent : .exists)
    case .array, .object: return refuse(path, "compares with \(operand.typeDescription), which Serin cannot")
    case .string, .number, .bool:
      return completed(.attribute(attribute, .equals, [operand]), of: attribute, absent: false, wanted)
    }
  }

  /// A comparison of numbers; an absent attribute counts as 0 in JavaScript.
  private mutating func order(
    _ comparison: ConditionOperator, of attribute: String, _ operand: JSONValue, _ wanted: Bool, path: String,
    _ relation: (Double, Double) -> Bool
  ) -> Formula {
    guard let number = operand.numberValue else {
      return refuse(path, "compares with \(operand.typeDescription); Serin orders only numbers and versions")
    }
    findings.changed(
      path, "JavaScript reads a number out of text; here \(DocumentPath.quoted(attribute)) must be a number")
    let formula = Formula.attribute(attribute, comparison, [operand])
    return completed(formula, of: attribute, absent: relation(0, number), wanted)
  }

  /// The values of a saved group; an unknown group is empty.
  private mutating func group(_ operand: JSONValue, path: String) -> JSONValue {
    guard let name = operand.stringValue else {
      _ = refuse(path, "is not the id of a saved group")
      return []
    }
    guard let group = groups[name] else {
      findings.changed(
        path, "there is no saved group \(DocumentPath.quoted(name)); it counts as empty, as in GrowthBook")
      return []
    }
    if group.arrayValue == nil { _ = refuse(path, "the saved group \(DocumentPath.quoted(name)) is not a list") }
    return group
  }

  /// Whether the attribute, or one element of it when it is an array, is in a list.
  private func membership(
    of attribute: String, _ operand: JSONValue, isIn: Bool, _ wanted: Bool, ignoringCase: Bool = false
  ) -> Formula {
    // Both are false for what is not a list.
    guard let list = operand.arrayValue else { return Formula(!wanted) }
    let values = list.filter { $0.stringValue != nil || $0.numberValue != nil || $0.boolValue != nil }
    let isListed = [ConditionOperator.in, .containsAny].map {
      Formula.anyValue(of: attribute, $0, values, ignoringCase: ignoringCase)
    }
    let absent = Formula.attribute(attribute, .absent)
    let hasNull = list.contains(.null)
    // Only one of the two operators is decided, by whether the attribute is an array.
    if isIn == wanted { return .any(isListed + (hasNull ? [absent] : [])) }
    if values.isEmpty { return hasNull ? .attribute(attribute, .exists) : .always }
    return .any(isListed.map(\.negated) + (hasNull ? [] : [absent]))
  }

  private mutating func allOf(
    _ operand: JSONValue, of attribute: String, _ wanted: Bool, ignoringCase: Bool = false, path: String
  ) -> Formula {
    let values = operand.arrayValue ?? []
    guard !values.isEmpty, values.allSatisfy({ $0.stringValue != nil || $0.numberValue != nil || $0.boolValue != nil })
    else { return refuse(path, "is not a list of texts, numbers or booleans") }
    let formula = Formula.attribute(attribute, .containsAll, values, ignoringCase: ignoringCase)
    return completed(formula, of: attribute, absent: false, wanted)
  }

  /// A condition on one element of an array; only equality can be said of elements.
  private mutating func element(
    of attribute: String, _ operand: JSONValue, _ wanted: Bool, path: String
  ) -> Formula {
    let values: [JSONValue]
    if let value = operand["$eq"], operand.objectValue?.count == 1 {
      values = [value]
    } else if let list = operand["$in"]?.arrayValue, operand.objectValue?.count == 1, !list.isEmpty {
      values = list
    } else {
      return refuse(path, "asks more of an element than $eq and $in, which Serin cannot")
    }
    guard values.allSatisfy({ $0.stringValue != nil || $0.numberValue != nil || $0.boolValue != nil }) else {
      return refuse(path, "looks for what is no text, number or boolean")
    }
    // GrowthBook passes over elements that are false, 0 or empty.
    let found = values.filter { ![false, 0, ""].contains($0) }
    if found.isEmpty { return Formula(!wanted) }
    let formula = Formula.anyValue(of: attribute, .containsAny, found)
    return completed(formula, of: attribute, absent: false, wanted)
  }
}
