import Foundation
import Serin

/// One source under the rules of ``FlagSourceConformance``, and what was found so far.
struct FlagSourceCheck {
  let source: any FlagSource
  let contexts: [FlagContext]
  let patience: TimeInterval
  /// The first answer for each context, by its place.
  var answers: [Int: FlagAnswer] = [:]
  private(set) var violations: [FlagSourceConformance.Violation] = []

  init(source: any FlagSource, contexts: [FlagContext], patience: TimeInterval) {
    self.source = source
    self.contexts = contexts
    self.patience = patience
  }

  mutating func report(_ rule: FlagSourceConformance.Rule, _ message: String) {
    let violation = FlagSourceConformance.Violation(rule: rule, message: message)
    if !violations.contains(violation) { violations.append(violation) }
  }

  mutating func checkName() {
    let name = source.name
    if name.isEmpty { report(.name, "the name is empty") }
    if source.name != name { report(.name, "the name is not always the same") }
    if [OverrideSource().name, RemoteSource().name].contains(name) {
      report(.name, "\(name) is the name of one of the client's own sources")
    }
  }

  mutating func checkStored() {
    for context in contexts {
      let start = Date()
      let stored = source.stored(for: context)
      if Date().timeIntervalSince(start) > patience {
        report(.stored, "stored(for:) took more than \(patience) seconds")
      }
      if let stored { checkForm(stored) }
    }
    // In the other order, so that what was asked last does not matter.
    for context in contexts.reversed() {
      let (first, second) = (source.stored(for: context), source.stored(for: context))
      if flags(first) != flags(second) { report(.contexts, "stored(for:) gave two answers for one context") }
    }
  }

  /// What can be said of an answer by itself.
  mutating func checkForm(_ answer: FlagAnswer) {
    let keys = answer.flags.map { ExactString($0.key) }
    if keys.contains(ExactString("")) { report(.flags, "a flag has an empty key") }
    if Set(keys).count < keys.count { report(.flags, "two flags have the same key") }
    if !Set(keys).isDisjoint(with: answer.undecided.map(ExactString.init)) {
      report(.flags, "a flag is given and undecided")
    }
    // A minute for clocks that differ.
    if let confirmedAt = answer.confirmedAt, confirmedAt.timeIntervalSinceNow > 60 {
      report(.confirmedAt, "the answer was made in the future")
    }
  }

  /// The flags of an answer, so that two answers can be compared.
  func flags(_ answer: FlagAnswer?) -> [ExactString: FeatureFlag]? {
    answer.map { answer in
      Dictionary(answer.flags.map { (ExactString($0.key), $0) }) { $1 }
    }
  }

  /// Asks the source; an error is a violation.
  mutating func ask(_ context: FlagContext, validator: String?) async -> FlagAnswer? {
    do {
      return try await source.answer(for: context, validator: validator)
    } catch {
      report(.errors, "answer(for:validator:) threw \(error)")
      return nil
    }
  }
}
