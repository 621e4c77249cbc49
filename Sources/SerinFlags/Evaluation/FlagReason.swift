/// Why an evaluation is what it is.
///
/// The set is open: a newer server may send reasons that an older app does not know.
public struct FlagReason: RawRepresentable, Sendable, Hashable, Codable {
  /// The reason's word in JSON.
  public let rawValue: String

  /// Creates a reason from its word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A rule matched, and its percentage let the unit in.
  public static let ruleMatched = FlagReason(rawValue: "ruleMatched")
  /// A rule matched, but the unit was not drawn, or there was no unit to draw.
  public static let notDrawn = FlagReason(rawValue: "notDrawn")
  /// No rule matched; the flag's default variation.
  public static let noRule = FlagReason(rawValue: "default")
  /// The flag is killed.
  public static let killed = FlagReason(rawValue: "killed")
  /// A flag that this one requires does not serve what is required.
  public static let prerequisiteFailed = FlagReason(rawValue: "prerequisiteFailed")
  /// The flag requires itself, through others.
  public static let cycle = FlagReason(rawValue: "cycle")
  /// The flag's document was not understood; the caller's default counts.
  public static let malformed = FlagReason(rawValue: "malformed")
  /// Set by hand on this device.
  public static let override = FlagReason(rawValue: "override")
  /// There is no such flag; the caller's default counts.
  public static let unknownFlag = FlagReason(rawValue: "unknownFlag")
  /// Nothing is known yet; the caller's default counts.
  public static let notReady = FlagReason(rawValue: "notReady")
  /// A segment could not be decided in time.
  public static let undecided = FlagReason(rawValue: "undecided")
  /// A kill switch that was off when its answer became too old; it stays off until there is a new one.
  public static let expiredOff = FlagReason(rawValue: "expiredOff")
  /// The app crashed at its last starts with this flag; the caller's default counts until there is a new answer.
  public static let crashLoop = FlagReason(rawValue: "crashLoop")
  /// The value is of another type than the one asked for; the caller's default counts.
  public static let typeMismatch = FlagReason(rawValue: "typeMismatch")
}
