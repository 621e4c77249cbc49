extension CompiledRuleset {
  /// The last instant, a time itself included, at which answers changed; nil when there is none.
  package func lastInstant(at now: Timestamp) -> Timestamp? {
    let passed = timeEpoch(at: now)
    return passed > 0 ? Timestamp(microseconds: instants[passed - 1]) : nil
  }

  /// The first instant after a time at which answers change; nil when there is none.
  package func nextInstant(after now: Timestamp) -> Timestamp? {
    let passed = timeEpoch(at: now)
    return passed < instants.count ? Timestamp(microseconds: instants[passed]) : nil
  }
}
