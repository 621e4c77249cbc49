public import Foundation

/// Rules that are decided on the device: from a document that is part of the app, or that another service delivers.
///
/// Percentages, splits and date rules mean the same as on the server. The client decides them anew when the context changes
/// and when the instant of a date rule passes. Rules on a unit's behaviour, which only the server knows, leave their flags
/// undecided; long lists that the document only names have no members here.
public struct RulesetSource: FlagSource {
  /// The source's name.
  public let name: String
  private let ruleset: CompiledRuleset

  /// Reads a document.
  ///
  /// A flag that is not understood is `malformed` and leaves the others alone.
  ///
  /// - Parameters:
  ///   - document: The document as JSON in UTF-8, as `serin` exports it.
  ///   - name: The source's name, for several such sources.
  /// - Throws: `JSONError` when it is not JSON, `DocumentError` when it is not a ruleset.
  public init(document: Data, name: String = "ruleset") throws {
    self.name = name
    let json = try JSONValue(parsing: document)
    ruleset = CompiledRuleset(try RulesetDocument(json: json, mode: .read))
  }

  /// What the rules say at this time.
  public func stored(for context: FlagContext) -> FlagAnswer? {
    answer(for: context, at: Date())
  }

  /// Nothing new: rules are decided without asking anybody.
  public func answer(for context: FlagContext, validator: String?) async throws -> FlagAnswer? { nil }
}

extension RulesetSource {
  /// What the rules say at a time; the answer never becomes too old.
  func answer(for context: FlagContext, at now: Date) -> FlagAnswer {
    let decided = ruleset.evaluateAll(for: context, at: Timestamp(nearest: now))
    var answer = FlagAnswer(
      flags: [], epoch: ruleset.epoch, revision: ruleset.revision, undecided: Set(decided.undecidedKeys),
      confirmedAt: nil)
    for evaluation in decided.evaluations {
      switch evaluation.reason {
      case .undecided: continue
      case .malformed: answer.malformed.append(evaluation.key)
      default: answer.flags.append(FeatureFlag(evaluation, of: ruleset))
      }
    }
    return answer
  }

  /// How many of the instants at which answers change have passed.
  func timeEpoch(at now: Date) -> Int {
    ruleset.timeEpoch(at: Timestamp(nearest: now))
  }

  /// The next instant at which answers change; nil when there is none.
  func nextInstant(after now: Date) -> Date? {
    ruleset.nextInstant(after: Timestamp(nearest: now)).map(Date.init)
  }
}

extension FeatureFlag {
  fileprivate init(_ evaluation: Evaluation, of ruleset: CompiledRuleset) {
    self.init(
      key: evaluation.key, isEnabled: evaluation.isEnabled, ruleId: evaluation.ruleId,
      variation: evaluation.variation, reason: evaluation.reason, origin: .code, revision: ruleset.revision,
      epoch: ruleset.epoch, properties: evaluation.properties)
  }
}
