import Importers
import SerinFlags
import Testing

/// One case of Unleash's client specification.
struct UnleashCase {
  let json: JSONValue
  /// The feature that is asked for.
  var feature: String { json["toggleName"]?.stringValue ?? "" }
  var description: String { json["description"]?.stringValue ?? "" }
  var expected: JSONValue { json["expectedResult"] ?? .null }

  /// The time of the evaluation.
  var now: Timestamp {
    json["context"]?["currentTime"]?.stringValue.flatMap { Timestamp(parsing: $0) }
      ?? Timestamp(microseconds: 1_700_000_000_000_000)
  }

  /// The context as an app would give it to Serin.
  ///
  /// - Parameter numbers: The attributes that are numbers there; see ``numbers(of:in:)``.
  func context(numbers: Set<String>) -> FlagContext {
    var context = FlagContext()
    func set(_ name: String, _ value: JSONValue) {
      let number = numbers.contains(name) ? value.stringValue.flatMap(Double.init) : nil
      context.attributes[name] = number.map { .number($0) } ?? value
    }
    for (name, value) in json["context"]?.objectValue ?? [:] {
      switch name {
      case "userId": context.userID = value.stringValue
      case "sessionId": context.deviceID = value.stringValue
      case "currentTime": break
      case "properties": for (name, value) in value.objectValue ?? [:] { set(name, value) }
      default: set(name, value)
      }
    }
    return context
  }

  /// The attributes that a flag, its parents or a segment compares as numbers.
  static func numbers(of feature: String, in document: RulesetDocument) -> Set<String> {
    var numbers: Set<String> = []
    let flag = document.flags.first { $0.key == feature }
    let parents = flag?.definition?.prerequisites.map(\.flag) ?? []
    for flag in document.flags where flag.key == feature || parents.contains(flag.key) {
      collectNumbers(in: flag.json, into: &numbers)
    }
    for segment in document.segments { collectNumbers(in: segment.json, into: &numbers) }
    return numbers
  }

  private static func collectNumbers(in json: JSONValue, into names: inout Set<String>) {
    switch json {
    case .array(let elements): for element in elements { collectNumbers(in: element, into: &names) }
    case .object(let members):
      if let name = members["attribute"]?.stringValue, ["=", "<", "<=", ">", ">="].contains(members["op"]?.stringValue)
      {
        names.insert(name)
      }
      for member in members { collectNumbers(in: member.value, into: &names) }
    default: break
    }
  }

  /// What Unleash would say of an answer: whether the feature is enabled, or its variant.
  func result(of evaluation: Evaluation?) -> JSONValue {
    let isEnabled = evaluation?.isEnabled ?? false
    guard expected.boolValue == nil else { return .bool(isEnabled) }
    guard let evaluation, isEnabled, evaluation.variation != "on" else {
      return ["name": "disabled", "enabled": false, "feature_enabled": .bool(isEnabled)]
    }
    var result: JSONObject = [
      "name": .string(evaluation.variation), "enabled": true, "feature_enabled": .bool(isEnabled),
    ]
    if let payload = evaluation.properties["value"] {
      let text = payload.stringValue ?? payload.text()
      result["payload"] = ["type": expected["payload"]?["type"] ?? .null, "value": .string(text)]
    }
    return .object(result)
  }
}
