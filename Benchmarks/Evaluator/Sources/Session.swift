import Foundation
import SerinFlags

/// The rulesets that were asked for so far, and what is done with them.
struct Session {
  private typealias Prepared = (evaluator: Evaluator, inputs: Inputs)

  private let folder: URL
  private var prepared: [Mode.RulesetName: Prepared] = [:]
  private var segment: (members: Membership, ids: [Bool: [String]])?

  /// - Parameter folder: Where the benchmark's files are.
  init(folder: URL) {
    self.folder = folder
  }

  /// Evaluates for so long.
  mutating func measure(_ mode: Mode, milliseconds: UInt64) throws -> Measurement {
    switch mode {
    case .single(let name):
      let (evaluator, inputs) = try prepare(name)
      return measureSingle(evaluator, inputs.questions, milliseconds)
    case .bound(let name):
      let evaluator = try prepare(name).evaluator
      return measureContexts(evaluator, milliseconds) { evaluator.bound(context: $0, $1) }
    case .bulk(let name):
      let evaluator = try prepare(name).evaluator
      return measureContexts(evaluator, milliseconds) { evaluator.bulk(context: $0, $1) }
    case .membership(let count, let isHit):
      return try measureMembership(count: count, isHit: isHit, milliseconds)
    }
  }

  /// One letter for each question, in their order.
  mutating func answers(_ mode: Mode) throws -> [UInt8] {
    switch mode {
    case .single(let name):
      let (evaluator, inputs) = try prepare(name)
      var letters: [UInt8] = []
      for number in 0..<inputs.questions.count {
        evaluator.single(context: inputs.questions[number].context, key: &inputs.questions[number].key) {
          letters.append($0.letter)
        }
      }
      return letters
    case .bound(let name):
      let (evaluator, inputs) = try prepare(name)
      return collect(evaluator, inputs) { evaluator.bound(context: $0, $1) }
    case .bulk(let name):
      let (evaluator, inputs) = try prepare(name)
      return collect(evaluator, inputs) { evaluator.bulk(context: $0, $1) }
    case .membership:
      throw Refusal("a segment has no questions")
    }
  }

  private mutating func prepare(_ name: Mode.RulesetName) throws -> Prepared {
    if let ready = prepared[name] { return ready }
    let inputs = try Inputs(flagCount: name.flagCount, folder: folder)
    let document = try Inputs.bytes("ruleset-\(name.name).json", folder)
    let ready = (try Evaluator(document: document, inputs: inputs, engine: name.engine), inputs)
    prepared[name] = ready
    return ready
  }

  private func measureSingle(
    _ evaluator: Evaluator, _ questions: Fixed<Inputs.Question>, _ milliseconds: UInt64
  ) -> Measurement {
    // A slice is too short for all questions, and always the same ones would sit in the caches.
    var position = (0..<questions.count).randomElement() ?? 0
    return Measurement(milliseconds: milliseconds) {
      var enabled = 0
      for _ in 0..<1_000 {
        evaluator.single(context: questions[position].context, key: &questions[position].key) {
          if $0.isEnabled { enabled += 1 }
        }
        position += 1
        if position == questions.count { position = 0 }
      }
      return (1_000, enabled)
    }
  }

  @inline(__always)
  private func measureContexts(
    _ evaluator: Evaluator, _ milliseconds: UInt64, _ ask: (Int, (UInt8) -> Void) -> Void
  ) -> Measurement {
    let order = (0..<evaluator.contextCount).shuffled()
    var position = 0
    return Measurement(milliseconds: milliseconds) {
      var enabled = 0
      for _ in 0..<10 {
        ask(order[position]) { if $0 != Evaluation.offLetter { enabled += 1 } }
        position += 1
        if position == order.count { position = 0 }
      }
      return (10 * evaluator.flagCount, enabled)
    }
  }

  private func collect(
    _ evaluator: Evaluator, _ inputs: Inputs, _ ask: (Int, (UInt8) -> Void) -> Void
  ) -> [UInt8] {
    let letters = (0..<evaluator.contextCount).map { context in
      var letters: [UInt8] = []
      ask(context) { letters.append($0) }
      return letters
    }
    return (0..<inputs.questions.count).map { letters[inputs.questions[$0].context][inputs.questions[$0].flag] }
  }

  private mutating func measureMembership(
    count: Int, isHit: Bool, _ milliseconds: UInt64
  ) throws -> Measurement {
    if segment?.members.count != count {
      // Ids as users have them; those that are not in the segment differ in their last byte only.
      let chosen = (0..<min(count, 100_000)).map { _ in "user-\(Int.random(in: 0..<count))" }
      segment = (try Membership(count: count), [true: chosen, false: chosen.map { $0 + "x" }])
    }
    guard let members = segment?.members, let ids = segment?.ids[isHit] else { throw Refusal("there is no segment") }
    var position = ids.indices.randomElement() ?? 0
    return Measurement(milliseconds: milliseconds) {
      var found = 0
      for _ in 0..<1_000 {
        if members.contains(ids[position]) { found += 1 }
        position += 1
        if position == ids.count { position = 0 }
      }
      return (1_000, found)
    }
  }
}
