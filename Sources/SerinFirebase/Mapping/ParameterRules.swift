import Foundation
import Serin

/// The flags that parameters are, ready to be decided for any context.
struct ParameterRules: Sendable {
  let ruleset: CompiledRuleset
  /// What flags carry while they are on.
  let whenOn: [ExactString: JSONObject]
  /// What flags carry whether they are on or off.
  let always: [ExactString: JSONObject]

  /// What the flags are for a context at this time; without the time at which Firebase confirmed them.
  func answer(for context: FlagContext, at now: Date) -> FlagAnswer {
    var answer = FlagAnswer(flags: [], confirmedAt: nil)
    for evaluation in ruleset.evaluateAll(for: context, at: Timestamp(nearest: now)).evaluations {
      if evaluation.reason == .malformed {
        answer.malformed.append(evaluation.key)
        continue
      }
      let key = ExactString(evaluation.key)
      var properties = always[key] ?? [:]
      // The flag's own values are the newer word where both name one.
      if evaluation.isEnabled {
        for (name, value) in whenOn[key] ?? [:] { properties[name] = value }
      }
      answer.flags.append(
        FeatureFlag(
          key: evaluation.key, isEnabled: evaluation.isEnabled, ruleId: evaluation.ruleId,
          variation: evaluation.variation, reason: evaluation.reason, origin: .code, revision: 0, epoch: 0,
          properties: properties))
    }
    return answer
  }

  /// The first instant after a time at which flags change; nil when there is none.
  func nextInstant(after now: Date) -> Date? {
    ruleset.nextInstant(after: Timestamp(nearest: now)).map(Date.init)
  }
}
