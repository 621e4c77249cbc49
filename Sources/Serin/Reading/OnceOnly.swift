import SerinLock

/// Remembers which properties something was said about, so that it is said once.
///
/// Bounded: an app that makes property names up as it runs is heard about the first ones only.
final class OnceOnly: Sendable {
  private struct Place: Hashable {
    let flag: ExactString
    let property: ExactString
  }

  private let seen = Lock<Set<Place>>([])

  /// So many properties are told apart.
  static let capacity = 1_000

  /// Whether this is the first time for the property; false from the start once there is no more room.
  func isFirst(_ flag: String, _ property: String) -> Bool {
    let place = Place(flag: ExactString(flag), property: ExactString(property))
    return seen.withLock { seen in
      guard seen.count < Self.capacity else { return false }
      return seen.insert(place).inserted
    }
  }
}
