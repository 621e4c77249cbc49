import Foundation
import Serin

extension FlagSourceCheck {
  /// A mark that no source gives.
  private static let strangeValidator = "\u{1}conformance"

  mutating func checkAnswers() async {
    for (place, context) in contexts.enumerated() {
      let before = violations.count
      guard let answer = await ask(context, validator: nil) else {
        // An error is reported by itself.
        if source.stored(for: context) == nil, violations.count == before {
          report(.answers, "there is neither a stored answer nor one without a validator")
        }
        continue
      }
      checkForm(answer)
      answers[place] = answer
      await checkValidators(of: answer, context)
    }
    for (place, context) in contexts.enumerated().reversed() {
      guard let answer = answers[place], let again = await ask(context, validator: nil) else { continue }
      if flags(again) != flags(answer) { report(.contexts, "one context has other flags after others were asked for") }
      checkRevision(again, after: answer)
    }
  }

  private mutating func checkValidators(of answer: FlagAnswer, _ context: FlagContext) async {
    if let validator = answer.validator, let again = await ask(context, validator: validator),
      flags(again) != flags(answer)
    {
      report(.validator, "with the validator of its own answer the source gave other flags")
    }
    let before = violations.count
    if await ask(context, validator: Self.strangeValidator) == nil, violations.count == before {
      report(.answers, "a validator that the source never gave was confirmed")
    }
  }

  /// Compares the revisions of two answers.
  mutating func checkRevision(_ later: FlagAnswer, after earlier: FlagAnswer) {
    guard later.epoch == earlier.epoch, later.revision < earlier.revision else { return }
    report(.revision, "revision \(later.revision) came after \(earlier.revision)")
  }

  /// Asks for all contexts at the same time.
  mutating func checkConcurrency() async {
    let (source, contexts) = (source, contexts)
    let stored = contexts.map { flags(source.stored(for: $0)) }
    // One question at a time, as the client asks; what is stored is asked for meanwhile.
    let seen = await withTaskGroup(of: (Int, FlagAnswer?).self) { group in
      for round in 0..<(contexts.count * 8) {
        let place = round % contexts.count
        group.addTask { (place, source.stored(for: contexts[place])) }
      }
      for (place, context) in contexts.enumerated() where answers[place] != nil {
        if let answer = try? await source.answer(for: context, validator: nil), flags(answer) != flags(answers[place]) {
          return [(place, Optional(answer))]
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for (place, answer) in seen where flags(answer) != stored[place] {
      report(.contexts, "one context has other flags while others are asked for")
    }
  }

  /// Cancels a question, before it is asked and while it is under way.
  mutating func checkCancellation() async {
    guard let context = contexts.first else { return }
    for isAskedCancelled in [true, false] {
      let source = source
      let (begun, done) = (Completion(), Completion())
      let question = Task {
        if isAskedCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        begun.complete()
        _ = try? await source.answer(for: context, validator: nil)
        done.complete()
      }
      _ = await begun.isComplete(within: patience)
      question.cancel()
      if await !done.isComplete(within: patience) {
        report(.cancellation, "a cancelled question did not end within \(patience) seconds")
      }
    }
  }
}
