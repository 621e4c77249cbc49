extension CompiledRuleset {
  /// The first instant after a time at which answers change; nil when there is none.
  package func nextInstant(after now: Timestamp) -> Timestamp? {
    let passed = timeEpoch(at: now)
    return passed < instants.count ? Timestamp(microseconds: instants[passed]) : nil
  }
}
