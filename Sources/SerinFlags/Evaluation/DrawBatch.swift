/// Decides several flags of one context together, so that the hash of two draws can be computed at a time.
///
/// Conditions come first; the flags whose answer then hangs on one of Serin's own draws wait, and are drawn in pairs:
/// first those of rollouts, then those of splits. Two streams of SHA-256 side by side take little longer than one.
struct DrawBatch {
  /// How many flags are decided together.
  static let capacity = 16

  /// A flag that waits for a draw.
  private struct Waiting: BitwiseCopyable {
    /// The flag's place in the batch.
    let place: Int32
    /// Draws below this are in; without meaning for a split.
    let threshold: UInt32
    let rule: UnsafePointer<CompiledRule>
    let salt: UnsafeBufferPointer<UInt8>
    let unit: UnsafeBufferPointer<UInt8>
  }

  private let scope: EvaluationScope
  private let waiting: UnsafeMutablePointer<Waiting>
  /// How many wait for a rollout's draw, from the beginning of the room.
  private var rolloutCount = 0
  /// How many wait for a split's draw after their rollout was drawn; they take the places of rollouts that are done.
  private var includedCount = 0
  /// How many wait for a split's draw from the start, from the end of the room.
  private var splitCount = 0

  /// Makes a batch and calls `body` with it.
  static func with<Result>(_ scope: EvaluationScope, _ body: (inout DrawBatch) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: Waiting.self, capacity: capacity) { memory in
      guard let start = memory.baseAddress else {
        preconditionFailure("a temporary allocation that is not empty has an address")
      }
      var batch = DrawBatch(scope: scope, waiting: start)
      return body(&batch)
    }
  }

  private init(scope: EvaluationScope, waiting: UnsafeMutablePointer<Waiting>) {
    self.scope = scope
    self.waiting = waiting
  }

  /// Decides up to ``capacity`` flags; their outcomes come in the same order.
  mutating func decide(
    _ flags: UnsafeBufferPointer<FlagCode>, into outcomes: UnsafeMutablePointer<Int32>
  ) {
    (rolloutCount, includedCount, splitCount) = (0, 0, 0)
    for place in 0..<flags.count {
      outcomes[place] = begin(flags[place], at: place)
    }
    drawRollouts(flags, outcomes)
    drawSplits(flags, outcomes)
  }

  /// The outcome of a flag, or −1 when it waits for a draw.
  @inline(__always)
  private mutating func begin(_ flag: FlagCode, at place: Int) -> Int32 {
    guard !flag.view.hasRequirements else { return flag.outcome(in: scope) }
    var tracer = SilentTracer()
    guard case .rule(let index) = flag.matchedRule(from: 0, scope, &tracer) else { return flag.view.fallback }
    let rule = flag.view.rules + index
    if rule.pointee.rollout < 0 {
      if rule.pointee.outcome >= 0 { return rule.pointee.outcome }
      var count = splitCount
      defer { splitCount = count }
      return divide(flag, rule, place, waitingAt: Self.capacity &- 1 &- count, &count)
    }
    let draw = flag.view.draws + Int(rule.pointee.rollout)
    // Exact ends, deadlines, other systems' draws and rules that may go on are decided on the spot.
    let threshold = rule.pointee.threshold(in: flag.view)
    guard rule.pointee.missed >= 0, draw.pointee.imported < 0, threshold > 0, threshold < UInt64(Draw.range),
      scope.now < rule.pointee.deadline(in: flag.view), let unit = flag.view.unit(of: draw.pointee, scope)
    else { return flag.decideRules(from: index, scope, &tracer) }
    let salt = flag.view.salt(of: draw.pointee)
    waiting[rolloutCount] = Waiting(
      place: Int32(place), threshold: UInt32(truncatingIfNeeded: threshold), rule: rule, salt: salt, unit: unit)
    rolloutCount &+= 1
    return -1
  }

  /// Chooses an arm, or lets the flag wait for its draw.
  @inline(__always)
  private func divide(
    _ flag: FlagCode, _ rule: UnsafePointer<CompiledRule>, _ place: Int, waitingAt position: Int,
    _ count: inout Int
  ) -> Int32 {
    let draw = flag.view.draws + Int(rule.pointee.split)
    guard draw.pointee.imported < 0, let unit = flag.view.unit(of: draw.pointee, scope) else {
      let number = flag.view.number(draw, scope, of: flag.program)
      return number.flatMap { flag.arm(of: rule, $0) } ?? rule.pointee.missed
    }
    let salt = flag.view.salt(of: draw.pointee)
    waiting[position] = Waiting(place: Int32(place), threshold: 0, rule: rule, salt: salt, unit: unit)
    count &+= 1
    return -1
  }

  private mutating func drawRollouts(
    _ flags: UnsafeBufferPointer<FlagCode>, _ outcomes: UnsafeMutablePointer<Int32>
  ) {
    draw(rolloutCount, at: { $0 }) { batch, entry, number in
      let rule = entry.rule
      let place = Int(entry.place)
      if number >= entry.threshold {
        outcomes[place] = rule.pointee.missed
      } else if rule.pointee.outcome >= 0 {
        outcomes[place] = rule.pointee.outcome
      } else {
        var count = batch.includedCount
        outcomes[place] = batch.divide(flags[place], rule, place, waitingAt: count, &count)
        batch.includedCount = count
      }
    }
  }

  private mutating func drawSplits(
    _ flags: UnsafeBufferPointer<FlagCode>, _ outcomes: UnsafeMutablePointer<Int32>
  ) {
    let included = includedCount
    draw(
      included &+ splitCount, at: { $0 < included ? $0 : Self.capacity &- 1 &- ($0 &- included) }
    ) { _, entry, number in
      let place = Int(entry.place)
      outcomes[place] = flags[place].arm(of: entry.rule, UInt64(number)) ?? entry.rule.pointee.missed
    }
  }

  /// Draws for some of those that wait, two at a time.
  @inline(__always)
  private mutating func draw(
    _ count: Int, at position: (Int) -> Int, _ use: (inout DrawBatch, Waiting, UInt32) -> Void
  ) {
    var index = 0
    while index &+ 1 < count {
      let first = waiting[position(index)]
      let second = waiting[position(index &+ 1)]
      let numbers = Draw.numbers(
        salts: (first.salt, second.salt), units: (first.unit, second.unit), engine: scope.engine)
      use(&self, first, numbers.0)
      use(&self, second, numbers.1)
      index &+= 2
    }
    guard index < count else { return }
    let last = waiting[position(index)]
    use(&self, last, Draw.number(salt: last.salt, unit: last.unit, engine: scope.engine))
  }
}
