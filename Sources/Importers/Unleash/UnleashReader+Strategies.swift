import SerinFlags

/// One strategy: whom it is for.
struct UnleashStrategy {
  var formula: Formula
  /// The percentage; nil for all of them.
  var rollout: Rollout?
  /// What the percentage is drawn on, or what variants of this strategy are drawn on.
  var stickiness: UnleashStickiness = .standard
  /// Whether a context that gets this far has something to draw on.
  var hasUnit = false
  /// What the draw is salted with.
  var groupID: String
}

extension UnleashReader {
  /// What the strategy itself asks for, without its constraints and segments.
  mutating func strategy(_ strategy: JSONValue, feature: String, path: String) -> UnleashStrategy {
    let parameters = strategy["parameters"] ?? [:]
    let parametersPath = DocumentPath.member(path, "parameters")
    var result = UnleashStrategy(formula: .always, groupID: feature)
    switch strategy["name"]?.stringValue {
    case "default":
      break
    case "userWithId":
      let ids = Self.list(parameters["userIds"]).map { JSONValue.string($0) }
      result.formula = .anyValue(of: "userID", .in, ids)
    case "remoteAddress":
      result.formula = addresses(
        Self.list(parameters["IPs"]), of: "remoteAddress", path: DocumentPath.member(parametersPath, "IPs"))
    case "flexibleRollout":
      share("rollout", of: parameters, path: parametersPath, of: &result)
    case "gradualRolloutUserId":
      result.stickiness = .attribute("userID")
      share("percentage", of: parameters, path: parametersPath, of: &result)
    case "gradualRolloutSessionId":
      result.stickiness = .attribute("deviceID")
      share("percentage", of: parameters, path: parametersPath, of: &result)
    case "gradualRolloutRandom":
      result.stickiness = .random
      share("percentage", of: parameters, path: parametersPath, of: &result)
    case "applicationHostname":
      findings.leaveOut(
        DocumentPath.member(path, "name"), "the host's name is not in the context; Unleash asks the machine for it")
    case let name:
      findings.leaveOut(
        DocumentPath.member(path, "name"),
        "\(DocumentPath.quoted(name ?? "")) is a strategy of an app's own, whose code is not in the document")
    }
    return result
  }

  /// The percentage of a gradual rollout.
  private mutating func share(
    _ member: String, of parameters: JSONValue, path: String, of result: inout UnleashStrategy
  ) {
    guard let percent = Self.number(parameters[member]), percent >= 0, percent <= 100 else {
      findings.leaveOut(DocumentPath.member(path, member), "is not a percentage from 0 to 100")
      return
    }
    if let name = findings.text("stickiness", of: parameters, path: path) {
      result.stickiness = stickiness(name, path: DocumentPath.member(path, "stickiness"))
    }
    if let group = findings.text("groupId", of: parameters, path: path) {
      result.groupID = group
    } else if member == "percentage", result.stickiness != .random, percent > 0, percent < 100 {
      findings.leaveOut(
        DocumentPath.member(path, "groupId"), "is missing, and Unleash's SDKs do not agree what it is then")
    }
    // The draw is one of the whole numbers from 1 to 100, so a fraction includes nobody more.
    let whole = percent.rounded(.down)
    switch result.stickiness {
    case _ where whole <= 0:
      result.formula = .never
    case .attribute(let name) where whole >= 100:
      // Whoever has nothing to draw on is not in, not even at 100 %.
      result.formula = .attribute(name, .exists)
      result.hasUnit = true
    case .random where whole < 100:
      findings.leaveOut(
        DocumentPath.member(path, member), "draws anew at each evaluation; Serin draws once for each unit")
    case _ where whole >= 100:
      break
    case let stickiness:
      if stickiness == .standard {
        findings.changed(
          path, "a context without userId and sessionId is drawn at random in Unleash; here it is not drawn at all")
      }
      result.hasUnit = true
      result.rollout = Rollout(
        percent: Percentage(clamping: whole), by: stickiness.by, salt: result.groupID, draw: .unleash,
        otherwise: .continue)
    }
  }

  /// What a name of a stickiness means.
  mutating func stickiness(_ name: String, path: String) -> UnleashStickiness {
    switch name {
    case "default": return .standard
    case "random": return .random
    default:
      guard let attribute = UnleashContext.attribute(ofField: name) else {
        findings.leaveOut(path, "\(DocumentPath.quoted(name)) is not a field that can be drawn on")
        return .standard
      }
      return .attribute(attribute)
    }
  }

  /// The ranges of addresses that are ones; Unleash leaves out the others too.
  mutating func addresses(_ texts: [String], of attribute: String, path: String) -> Formula {
    let valid = texts.filter { text in
      let condition = Condition.attribute(AttributeCondition(attribute, .cidr, [.string(text)]))
      guard FindingList.problem(of: condition) != nil else { return true }
      findings.changed(path, "\(DocumentPath.quoted(text)) is not an address and counts for nothing, as in Unleash")
      return false
    }
    return .anyValue(of: attribute, .cidr, valid.map { .string($0) })
  }

  /// A list in one text, separated by commas.
  private static func list(_ value: JSONValue?) -> [String] {
    let parts = (value?.stringValue ?? "").split(separator: ",")
    return parts.map { part in
      let isBlank: (Character) -> Bool = { $0.isWhitespace }
      let start = part.drop(while: isBlank)
      return String(start.reversed().drop(while: isBlank).reversed())
    }
    .filter { !$0.isEmpty }
  }

  /// A number, or the number that a text is.
  static func number(_ value: JSONValue?) -> Double? {
    switch value {
    case .number(let number): number
    case .string(let text): (try? JSONValue(parsing: text.utf8))?.numberValue
    default: nil
    }
  }
}
