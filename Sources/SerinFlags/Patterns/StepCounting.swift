/// Counts what an automaton does, so that tests can measure work without a clock.
protocol StepCounting {
  /// Adds to the count.
  mutating func count(_ steps: Int)
}

/// Counts nothing and costs nothing.
struct Uncounted: StepCounting {
  @inline(__always)
  mutating func count(_ steps: Int) {}
}

/// Counts the scalars that were read, the states that were followed and the words that were gone through.
struct StepCount: StepCounting {
  private(set) var total = 0

  mutating func count(_ steps: Int) {
    total += steps
  }
}
