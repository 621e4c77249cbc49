/// Which units the contexts had that are gone, so that what was read then is told of whom it was read for.
struct UnitsHistory: Sendable {
  private struct Entry: Sendable {
    /// The last generation of the context with these units.
    let generation: UInt64
    let units: EventUnits
  }

  /// The oldest first.
  private var entries: [Entry] = []
  /// So many switches are remembered.
  static let maximumEntries = 256

  /// Another user or device is asked for from now on.
  mutating func remember(_ earlier: FlagContext, of generation: UInt64, insteadOf now: FlagContext) {
    let units = EventUnits(earlier)
    guard units != EventUnits(now) else { return }
    // The user and the attributes change one after the other, within one generation.
    if let last = entries.last, last.generation == generation { return }
    entries.append(Entry(generation: generation, units: units))
    if entries.count > Self.maximumEntries { entries.removeFirst() }
  }

  /// The units of a generation.
  ///
  /// - Returns: nil when that is the present one's business.
  func units(of generation: UInt64) -> EventUnits? {
    entries.first { $0.generation >= generation }?.units
  }

  /// Whether so old a generation may have been forgotten.
  func hasForgotten(_ generation: UInt64) -> Bool {
    guard entries.count == Self.maximumEntries, let oldest = entries.first else { return false }
    return generation < oldest.generation
  }
}
