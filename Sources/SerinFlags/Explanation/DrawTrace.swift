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
  /// The number that was drawn, from 0 and below ``range``.
  ///
  /// It is nil where nothing was drawn: without a unit, at 0 % and 100 % of Serin's own draw, and after the deadline.
  public var number: UInt64?
  /// How many different numbers the draw has; 100,000,000 for Serin's own.
  public var range: UInt64
  /// Numbers below this are in.
  public var threshold: UInt64
  /// Whether the unit is in.
  public var isDrawn: Bool
  /// Whether everybody is in because the deadline has passed.
  public var isPastDeadline: Bool
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
  /// The number that was drawn, from 0 and below ``range``; nil without a unit.
  public var number: UInt64?
  /// How many different numbers the draw has; 100,000,000 for Serin's own.
  public var range: UInt64
  /// The variation that serves the number; nil without a unit, and for a number behind the last weight.
  public var variation: String?
}
