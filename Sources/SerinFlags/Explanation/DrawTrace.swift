/// How a percentage came out.
public struct DrawTrace: Sendable, Hashable {
  /// The attribute that the unit comes from; without a unit the one that is looked for first.
  public var attribute: String
  /// What was drawn on; nil when the context has no unit.
  public var unit: String?
  /// The salt.
  public var salt: String
  /// Which draw decided.
  public var draw: DrawAlgorithm
  /// The number that was drawn, 0 to 99,999,999; nil without a unit, and at 0 % and 100 %, where nothing is drawn.
  public var number: UInt32?
  /// Numbers below this are in.
  public var threshold: UInt32
  /// Whether the unit is in.
  public var isDrawn: Bool
}

/// How a split came out.
public struct SplitTrace: Sendable, Hashable {
  /// The attribute that the unit comes from; without a unit the one that is looked for first.
  public var attribute: String
  /// What was drawn on; nil when the context has no unit.
  public var unit: String?
  /// The salt.
  public var salt: String
  /// Which draw decided.
  public var draw: DrawAlgorithm
  /// The number that was drawn, 0 to 99,999,999; nil without a unit.
  public var number: UInt32?
  /// The variation that serves the number; nil without a unit.
  public var variation: String?
}
