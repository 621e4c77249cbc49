import Foundation

/// What one flag showed during a run, for a report of how the run ended.
struct ExposedFlag: Sendable, Hashable {
  /// From one state of the flag to the next.
  struct Transition: Sendable, Hashable {
    /// When the flag was first seen so, in whole milliseconds.
    let at: Date
    let exposure: Exposure
    let units: EventUnits
  }

  let key: String
  /// The oldest first, never empty; of a flag that changed all the time only the latest.
  private(set) var transitions: [Transition]

  /// So many are kept for each flag.
  static let maximumTransitions = 16

  init(_ sighting: Sighting) {
    key = sighting.exposure.flagKey
    transitions = [Transition(sighting)]
  }

  /// The state the flag was last seen in.
  var latest: Transition? { transitions.last }

  /// Takes another sighting of the flag in.
  ///
  /// - Returns: Whether the flag, or the unit it was shown to, differs from the last sighting's.
  mutating func note(_ sighting: Sighting) -> Bool {
    if let latest, latest.exposure.hasSameState(as: sighting.exposure), latest.units == sighting.units { return false }
    transitions.append(Transition(sighting))
    if transitions.count > Self.maximumTransitions { transitions.removeFirst() }
    return true
  }
}

extension ExposedFlag.Transition {
  init(_ sighting: Sighting) {
    self.init(at: sighting.at, exposure: sighting.exposure, units: sighting.units)
  }
}
