import SerinLock

extension FlagEngine {
  /// Whom a flag was read for.
  ///
  /// - Returns: nil when that was so many switches ago that it is not known any more.
  func units(of flag: FeatureFlag) -> EventUnits? {
    core.withLock { state in
      guard let generation = flag.mark.generation else { return EventUnits(state.context) }
      guard !state.units.hasForgotten(generation) else { return nil }
      return state.units.units(of: generation) ?? EventUnits(state.context)
    }
  }
}
