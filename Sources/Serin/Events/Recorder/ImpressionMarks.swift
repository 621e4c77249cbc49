/// Which impressions of the present session are stored, so that none is made twice.
struct ImpressionMarks: Sendable {
  /// What one impression is made for: a flag, rule, state and unit.
  private struct Mark: Sendable, Hashable {
    let key: ExactString
    let ruleID: ExactString
    let variation: ExactString
    let isEnabled: Bool
    let units: EventUnits

    init(_ sighting: Sighting) {
      key = ExactString(sighting.exposure.flagKey)
      ruleID = ExactString(sighting.exposure.ruleID)
      variation = ExactString(sighting.exposure.variation)
      isEnabled = sighting.exposure.isEnabled
      units = sighting.units
    }
  }

  private var ids: [Mark: EventID] = [:]
  private var order: [Mark] = []
  /// So many are remembered; the oldest makes room.
  static let maximumMarks = 5000

  /// The impression that was made for the same, if any.
  func id(for sighting: Sighting) -> EventID? { ids[Mark(sighting)] }

  /// Remembers that the impression is stored.
  mutating func insert(_ sighting: Sighting, _ id: EventID) {
    let mark = Mark(sighting)
    if ids.updateValue(id, forKey: mark) == nil { order.append(mark) }
    if order.count > Self.maximumMarks { ids[order.removeFirst()] = nil }
  }
}
