import SerinFlags

/// The options that say when something is done.
enum InstantOptions {
  private static let at = OptionSpec.value("at", "INSTANT", help: "When, such as 2027-01-15T09:00:00Z.")
  private static let wallTime = OptionSpec.value(
    "wall-time", "TIME", help: "When by the clocks of --zone, such as 2027-01-15T09:00.")
  private static let zone = OptionSpec.value("zone", "ZONE", help: "Time zone of --wall-time, such as Europe/Berlin.")
  static let all = [at, wallTime, zone]

  /// Whether one of them is given.
  static func areGiven(_ arguments: ParsedArguments) -> Bool { all.contains(where: arguments.isGiven) }

  /// The members that say when.
  ///
  /// - Throws: a usage failure unless there is an instant, or a time of day together with its zone.
  static func members(_ arguments: ParsedArguments) throws(CommandFailure) -> JSONObject {
    switch (arguments[at], arguments[wallTime], arguments[zone]) {
    case (let at?, nil, nil):
      guard Timestamp(parsing: at) != nil else {
        throw .usage("--at: \"\(at)\" is not an instant such as 2027-01-15T09:00:00Z")
      }
      return ["at": .string(at)]
    case (nil, let time?, let zone?): return ["wallTime": .string(time), "zone": .string(zone)]
    default: throw .usage("when? Give either --at, or both --wall-time and --zone")
    }
  }

  /// When something of a server's answer is done, with the wall time that was meant.
  static func words(_ schedule: JSONValue) -> String {
    let at = schedule["at"].map(FlagText.plain) ?? "?"
    guard let time = schedule["wallTime"], let zone = schedule["zone"] else { return at }
    return "\(at) (\(FlagText.plain(time)) \(FlagText.plain(zone)))"
  }
}
