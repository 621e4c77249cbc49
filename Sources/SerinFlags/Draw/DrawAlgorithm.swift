/// Which draw a percentage or a split uses.
///
/// Documents name it, so that a later version can add the draws of other systems without moving anybody.
public enum DrawAlgorithm: String, Sendable, Hashable, CaseIterable, Codable {
  /// Serin's own draw; see ``Draw``.
  case sha256

  /// The number that a salt and a unit draw, 0 to 99,999,999.
  package func number(salt: String, unit: String) -> UInt32 {
    switch self {
    case .sha256: Draw.number(salt: salt, unit: unit)
    }
  }
}
