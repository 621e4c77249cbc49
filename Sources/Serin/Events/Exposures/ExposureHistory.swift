/// Which states of which flags were seen in a run, in order.
struct ExposureHistory: Sendable {
  /// So many flags are remembered; the one seen first makes room.
  static let maximumFlags = 5000

  private var flags: [ExactString: ExposedFlag] = [:]
  /// The keys in the order they were first seen.
  private var order: [ExactString] = []

  /// Creates a history, from sightings in the order they happened.
  init(_ sightings: some Sequence<Sighting> = []) {
    for sighting in sightings { _ = note(sighting) }
  }

  /// Takes a sighting in.
  ///
  /// - Returns: Whether it shows something new.
  mutating func note(_ sighting: Sighting) -> Bool {
    let key = ExactString(sighting.exposure.flagKey)
    if flags[key] != nil { return flags[key]?.note(sighting) ?? false }
    if flags.count == Self.maximumFlags { forgetFirst() }
    flags[key] = ExposedFlag(sighting)
    order.append(key)
    return true
  }

  /// Whether a sighting would show something new.
  func wouldNote(_ sighting: Sighting) -> Bool {
    guard var flag = flags[ExactString(sighting.exposure.flagKey)] else { return true }
    return flag.note(sighting)
  }

  /// The flags in the order they were first seen.
  var exposed: [ExposedFlag] { order.compactMap { flags[$0] } }

  private mutating func forgetFirst() {
    flags[order.removeFirst()] = nil
  }
}
