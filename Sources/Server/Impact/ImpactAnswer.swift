import SerinFlags

/// What a flag answers, as far as whoever asked can tell: a flag that answers the same has no impact.
struct ImpactAnswer: Sendable, Hashable {
  let isEnabled: Bool
  let variation: String
  let ruleID: String
  let properties: JSONObject

  init(_ evaluation: Evaluation) {
    isEnabled = evaluation.isEnabled
    variation = evaluation.variation
    ruleID = evaluation.ruleId
    properties = evaluation.properties
  }

  var json: JSONValue {
    [
      "enabled": .bool(isEnabled), "variation": .string(variation), "ruleId": .string(ruleID),
      "properties": .object(properties),
    ]
  }
}
