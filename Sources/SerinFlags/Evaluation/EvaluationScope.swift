/// What the evaluation of one context has at hand: the context, the time, and what other flags and segments come to.
///
/// It is made of plain pointers and valid only inside the call that made it. One scope serves all flags of a context, so
/// that a segment or a prerequisite is decided once however many flags share it.
struct EvaluationScope {
  let context: BoundContext
  /// In microseconds since 1970.
  let now: Int64
  let engine: DigestEngine
  /// The other flags and segments of the ruleset; nil when a flag is decided on its own.
  unowned(unsafe) let links: RulesetLinks?
  let facts: BehaviourAnswers
  /// Nil without links.
  private let memo: Memo?
  /// What conditions came to that several rules share: 0 for not decided, else the truth plus one; empty when only one
  /// flag is asked for.
  private let conditions: UnsafeMutableBufferPointer<UInt8>

  /// What was decided already for this context.
  private struct Memo {
    /// For each flag that others refer to, or that refers to others: 0 for not decided, else its outcome plus one.
    let outcomes: UnsafeMutablePointer<Int32>
    /// For each segment: 0 for not decided, else its truth plus one.
    let segments: UnsafeMutablePointer<UInt8>
    /// For each fact: whether it was asked for in vain.
    let missingFacts: UnsafeMutablePointer<Bool>
    /// Room for as many flags as `outcomes` has, twice: a path through prerequisites and the place on each of its flags.
    let path: UnsafeMutablePointer<Int32>

    static func with<Result>(_ links: RulesetLinks, _ body: (Memo) -> Result) -> Result {
      let flags = links.flags.count
      let segments = links.segments.count
      let facts = links.facts.count
      let words = flags &* 3 &+ 1
      return withUnsafeTemporaryAllocation(
        byteCount: words &* 4 &+ segments &+ facts, alignment: MemoryLayout<Int32>.alignment
      ) { memory in
        guard let start = memory.baseAddress else {
          preconditionFailure("a temporary allocation that is not empty has an address")
        }
        // The path is written before it is read.
        let numbers = start.bindMemory(to: Int32.self, capacity: words)
        let bytes = start + words &* 4
        let memo = Memo(
          outcomes: numbers, segments: bytes.bindMemory(to: UInt8.self, capacity: segments),
          missingFacts: (bytes + segments).bindMemory(to: Bool.self, capacity: facts), path: numbers + flags)
        memo.outcomes.initialize(repeating: 0, count: flags)
        memo.segments.initialize(repeating: 0, count: segments)
        memo.missingFacts.initialize(repeating: false, count: facts)
        return withExtendedLifetime(links) { body(memo) }
      }
    }
  }

  /// What the memo says of a flag that the ruleset does not have.
  static let noFlag: Int32 = .max

  /// Makes a scope and calls `body` with it.
  ///
  /// - Parameter conditionCount: How many conditions have a number in the ruleset when many flags will be asked for; 0
  ///   when it is only one, for which keeping what conditions came to brings nothing.
  @inline(__always)
  static func with<Result>(
    _ context: FlagContext, at now: Timestamp, engine: DigestEngine, links: RulesetLinks?, facts: BehaviourAnswers,
    conditionCount: Int = 0, _ body: (EvaluationScope) -> Result
  ) -> Result {
    BoundContext.withBinding(of: context) { bound in
      func scope(_ memo: Memo?, _ conditions: UnsafeMutableBufferPointer<UInt8>) -> EvaluationScope {
        EvaluationScope(
          context: bound, now: now.microseconds, engine: engine, links: memo == nil ? nil : links, facts: facts,
          memo: memo, conditions: conditions)
      }
      guard conditionCount > 0 else {
        let none = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
        guard let links else { return body(scope(nil, none)) }
        return Memo.with(links) { body(scope($0, none)) }
      }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: conditionCount) { conditions in
        conditions.initialize(repeating: 0)
        guard let links else { return body(scope(nil, conditions)) }
        return Memo.with(links) { body(scope($0, conditions)) }
      }
    }
  }

  // MARK: - What was decided

  @inline(__always)
  func outcome(ofFlag number: Int32) -> Int32 { memo?.outcomes[Int(number)] ?? Self.noFlag }

  @inline(__always)
  func setOutcome(_ outcome: Int32, ofFlag number: Int32) { memo?.outcomes[Int(number)] = outcome }

  /// What the condition of that number came to, or nil when it was not decided or is not kept.
  @inline(__always)
  func truth(ofCondition number: Int32) -> TruthRange? {
    guard number >= 0, Int(number) < conditions.count else { return nil }
    let stored = conditions[Int(number)]
    return stored == 0 ? nil : TruthRange(bits: stored &- 1)
  }

  @inline(__always)
  func setTruth(_ truth: TruthRange, ofCondition number: Int32) {
    guard number >= 0, Int(number) < conditions.count else { return }
    conditions[Int(number)] = truth.bits &+ 1
  }

  @inline(__always)
  func truth(ofSegment number: Int32) -> TruthRange? {
    guard let stored = memo?.segments[Int(number)], stored != 0 else { return nil }
    return TruthRange(bits: stored &- 1)
  }

  @inline(__always)
  func setTruth(_ truth: TruthRange, ofSegment number: Int32) { memo?.segments[Int(number)] = truth.bits &+ 1 }

  /// Forgets what segments came to, so that they are decided again where a tracer sees them.
  func forgetSegments() { memo?.segments.update(repeating: 0, count: links?.segments.count ?? 0) }

  /// Notes that a fact was asked for that could not be had.
  func missed(fact number: Int32) { memo?.missingFacts[Int(number)] = true }

  /// The facts that were asked for and could not be had.
  var missingFacts: [BehaviourFact] {
    guard let links, let memo else { return [] }
    return links.facts.indices.filter { memo.missingFacts[$0] }.map { links.facts[$0] }
  }

  /// Room for a path through the flags, and for a place on each of them.
  var path: (flags: UnsafeMutablePointer<Int32>, places: UnsafeMutablePointer<Int32>)? {
    guard let memo, let links else { return nil }
    return (memo.path, memo.path + links.flags.count)
  }
}
