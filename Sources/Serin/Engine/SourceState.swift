import Foundation

/// What changes about a source of the app's own.
struct SourceState: Sendable {
  /// What the source says.
  var answers = AnswerLayer()
  /// The source's mark of its answer, as long as the context is the one that it was given for.
  var validator: String?
  /// Whether the answer in effect is for the present context.
  var isForContext = false

  /// The question under way.
  var question: Question?
  /// Whether the source has been asked at all.
  var hasAsked = false
  /// Whether the source said during a question that there is something newer.
  var isStale = false
  /// When the source is to be asked.
  var askDueAt: TimeInterval?
  /// What the source announced and has not given yet, where it numbers its changes.
  var catchUp: CatchUp?
  /// Why the latest question brought nothing, or nil when it did.
  var failure: FeatureFlagsError?

  /// What the rules were decided for, where the source is a ruleset.
  var decided: Decision?
  /// When rules that look at the time say something else.
  var instantDueAt: TimeInterval?

  /// A question under way.
  struct Question: Sendable {
    let number: UInt64
    let deadline: TimeInterval
    let task: Task<Void, Never>
  }

  /// The context and the time that rules were decided for.
  struct Decision: Sendable, Hashable {
    let generation: UInt64
    let timeEpoch: Int
  }

  /// The earliest uptime at which something must be done for the source.
  var nextDue: TimeInterval? {
    [question?.deadline, askDueAt, instantDueAt, answers.held?.expiresAt].compactMap(\.self).min()
  }
}

extension EngineState {
  /// Nothing counts any more that is under way for a source.
  mutating func abandon(_ index: Int) {
    cancel(sources[index].question?.task)
    sources[index].question = nil
    sources[index].isStale = false
    sources[index].askDueAt = nil
  }
}
