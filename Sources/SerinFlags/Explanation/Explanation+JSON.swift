extension Explanation {
  /// The explanation as JSON, for the control API and tools.
  public var json: JSONValue {
    var object: JSONObject = [
      "flag": .string(flag), "evaluation": evaluation.json, "rules": .array(rules.map(\.json)),
    ]
    if !prerequisites.isEmpty { object["prerequisites"] = .array(prerequisites.map(\.json)) }
    if !issues.isEmpty {
      object["issues"] = .array(issues.map { ["path": .string($0.path), "message": .string($0.message)] })
    }
    return .object(object)
  }
}

extension Evaluation {
  /// The answer as the evaluation API writes it.
  ///
  /// A flag that is malformed or undecided has only its key and its reason.
  public var json: JSONValue {
    var object: JSONObject = ["key": .string(key), "reason": .string(reason.rawValue)]
    if reason == .malformed || reason == .undecided { return .object(object) }
    if let kind { object["kind"] = .string(kind.rawValue) }
    object["isEnabled"] = .bool(isEnabled)
    object["ruleId"] = .string(ruleId)
    object["variation"] = .string(variation)
    object["properties"] = .object(properties)
    return .object(object)
  }
}

extension PrerequisiteTrace {
  /// The prerequisite's part of an explanation as JSON: the document's prerequisite with what became of it.
  public var json: JSONValue {
    var object = prerequisite.json.objectValue ?? [:]
    object["isMet"] = isMet.map { .bool($0) } ?? .null
    if let variation {
      object["variation"] = .string(variation)
      object["isEnabled"] = .bool(isEnabled)
    }
    if let reason { object["reason"] = .string(reason.rawValue) }
    return .object(object)
  }
}

extension RuleTrace {
  /// The rule's part of an explanation as JSON.
  public var json: JSONValue {
    var object: JSONObject = ["id": .string(id), "result": .string(result.rawValue)]
    if let name { object["name"] = .string(name) }
    if let condition { object["condition"] = condition.json }
    if let rollout { object["rollout"] = rollout.json }
    if let split { object["split"] = split.json }
    return .object(object)
  }
}

extension ConditionTrace {
  /// The condition's part of an explanation as JSON: the document's condition with its truth.
  public var json: JSONValue {
    var object: JSONObject = ["truth": .string(truth.word)]
    switch self {
    case .group(.not, let parts, _):
      object["not"] = parts.first?.json ?? .null
    case .group(let group, let parts, _):
      object[group.rawValue] = .array(parts.map(\.json))
    case .comparison(let condition, let actual, _):
      add(condition, to: &object)
      if let actual { object["actual"] = actual }
    case .segment(let key, let inner, _):
      object["segment"] = .string(key)
      if let inner { object["condition"] = inner.json }
    case .percent(let condition, let draw, _):
      add(condition, to: &object)
      object["draw"] = draw.json
    case .other(let condition, _, let isDecided):
      add(condition, to: &object)
      if !isDecided { object["undecided"] = true }
    }
    return .object(object)
  }

  private func add(_ condition: Condition, to object: inout JSONObject) {
    for member in condition.json.objectValue ?? [:] { object[member.name] = member.value }
  }
}

extension DrawTrace {
  /// The draw as JSON.
  public var json: JSONValue {
    var object: JSONObject = [
      "attribute": .string(attribute), "salt": .string(salt), "draw": .string(draw.rawValue),
      "range": drawNumber(range, of: range), "threshold": drawNumber(threshold, of: range), "isDrawn": .bool(isDrawn),
    ]
    if isPastDeadline { object["isPastDeadline"] = .bool(true) }
    if let unit { object["unit"] = .string(unit) }
    if let number { object["number"] = drawNumber(number, of: range) }
    return .object(object)
  }
}

extension SplitTrace {
  /// The split as JSON.
  public var json: JSONValue {
    var object: JSONObject = [
      "attribute": .string(attribute), "salt": .string(salt), "draw": .string(draw.rawValue),
      "range": drawNumber(range, of: range),
    ]
    if let unit { object["unit"] = .string(unit) }
    if let number { object["number"] = drawNumber(number, of: range) }
    if let variation { object["variation"] = .string(variation) }
    return .object(object)
  }
}

/// A number of a draw; as a text of digits where the draw has more numbers than JSON's readers tell apart.
private func drawNumber(_ number: UInt64, of range: UInt64) -> JSONValue {
  range <= 1 << 53 ? .number(Double(number)) : .string("\(number)")
}
