import SerinFlags

/// Replaces, removes or doubles one value somewhere inside a JSON value.
enum JSONMutation {
  private static let strangers: [JSONValue] = [
    .null, true, 0, -1, 1.5, 1e300, "", "off", "on", "no such thing", "\u{0}", [], [:], [[]], "continue", "malformed",
    9_007_199_254_740_992, "e\u{301}",
  ]

  static func apply(to value: JSONValue, _ choices: inout Choices) -> JSONValue {
    var countdown = choices.below(count(value))
    return change(value, &countdown, &choices) ?? .null
  }

  private static func count(_ value: JSONValue) -> Int {
    switch value {
    case .array(let elements): 1 + elements.reduce(0) { $0 + count($1) }
    case .object(let object): 1 + object.reduce(0) { $0 + count($1.value) }
    default: 1
    }
  }

  /// Walks to the value that is to be changed; nil removes it.
  private static func change(_ value: JSONValue, _ countdown: inout Int, _ choices: inout Choices) -> JSONValue? {
    guard countdown > 0 else {
      countdown = -1
      return replacement(of: value, &choices)
    }
    countdown -= 1
    switch value {
    case .array(let elements):
      var result: [JSONValue] = []
      for element in elements {
        let isHere = countdown == 0
        let changed = countdown < 0 ? element : change(element, &countdown, &choices)
        if let changed { result.append(changed) }
        if isHere, choices.oneIn(4) { result.append(element) }
      }
      return .array(result)
    case .object(let object):
      var result = JSONObject()
      for (name, member) in object {
        let isHere = countdown == 0
        let changed = countdown < 0 ? member : change(member, &countdown, &choices)
        let isRenamed = isHere && choices.oneIn(4)
        if let changed { result[isRenamed ? choices.pick(["", "x", "é", "rules", "\u{1}"]) : name] = changed }
      }
      return .object(result)
    default:
      return value
    }
  }

  private static func replacement(of value: JSONValue, _ choices: inout Choices) -> JSONValue? {
    switch choices.below(6) {
    case 0: nil
    case 1: value
    case 2: .array([value])
    case 3: RandomContext.value(&choices)
    default: choices.pick(strangers)
    }
  }
}
