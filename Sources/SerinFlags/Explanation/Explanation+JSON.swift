extension Explanation {
  /// The explanation as JSON, for the control API and tools.
  public var json: JSONValue {
    var object: JSONObject = [
      "flag": .string(flag), "evaluation": evaluation.json, "rules": .array(rules.map(\.json)),
    ]
    if !issues.isEmpty {
      object["issues"] = .array(issues.map { ["path": .string($0.path), "message": .string($0.message)] })
    }
    return .object(object)
  }
}

extension Evaluation {
  /// The answer as the evaluation API writes it.
  ///
  /// A malformed flag has only its key and its reason.
  public var json: JSONValue {
    var object: JSONObject = ["key": .string(key), "reason": .string(reason.rawValue)]
    if reason == .malformed { return .object(object) }
    if let kind { object["kind"] = .string(kind.rawValue) }
    object["isEnabled"] = .bool(isEnabled)
    object["ruleId"] = .string(ruleId)
    object["variation"] = .string(variation)
    object["properties"] = .object(properties)
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
      for member in condition.json.objectValue ?? [:] { object[member.name] = member.value }
      if let actual { object["actual"] = actual }
    }
    return .object(object)
  }
}

extension DrawTrace {
  /// The draw as JSON.
  public var json: JSONValue {
    var object: JSONObject = [
      "attribute": .string(attribute), "salt": .string(salt), "draw": .string(draw.rawValue),
      "threshold": .number(Double(threshold)), "isDrawn": .bool(isDrawn),
    ]
    if let unit { object["unit"] = .string(unit) }
    if let number { object["number"] = .number(Double(number)) }
    return .object(object)
  }
}

extension SplitTrace {
  /// The split as JSON.
  public var json: JSONValue {
    var object: JSONObject = [
      "attribute": .string(attribute), "salt": .string(salt), "draw": .string(draw.rawValue),
    ]
    if let unit { object["unit"] = .string(unit) }
    if let number { object["number"] = .number(Double(number)) }
    if let variation { object["variation"] = .string(variation) }
    return .object(object)
  }
}
