import Foundation
import Serin

/// The parameters that are in effect, ready to be decided for any context.
struct FetchedConfig: Sendable {
  /// The parameters as they came, each a text.
  let parameters: JSONObject
  /// The template's version.
  let version: Int64
  /// Firebase's mark of exactly these parameters.
  let entityTag: String?
  /// What Firebase was told of the user.
  let userProperties: JSONObject
  /// When Firebase gave or last confirmed them, by the wall clock.
  private(set) var confirmedAt: Date
  /// The same as an uptime; before the device started it is negative.
  private(set) var confirmedUptime: TimeInterval
  /// What the parameters mean.
  let rules: ParameterRules

  /// Whether the parameters are younger than that, in seconds.
  ///
  /// By the uptime, since a person may set the wall clock; a confirmation that lies in the future by the wall clock does
  /// not count, since the client does not use such an answer.
  func isYounger(than seconds: TimeInterval, now: Date, uptime: TimeInterval) -> Bool {
    uptime - confirmedUptime < seconds && confirmedAt <= now
  }

  /// The same parameters, confirmed now.
  func confirmed(at clock: any FlagClock) -> FetchedConfig {
    var config = self
    config.confirmedAt = clock.now
    config.confirmedUptime = clock.uptime
    return config
  }

  /// What the parameters say to a context at this time.
  func answer(for context: FlagContext, at now: Date) -> FlagAnswer {
    var answer = rules.answer(for: context, at: now)
    answer.revision = version
    answer.confirmedAt = confirmedAt
    return answer
  }
}

extension FetchedConfig {
  /// The parameters as they are kept on the device.
  var json: JSONObject {
    var object: JSONObject = [
      "parameters": .object(parameters), "version": .string("\(version)"),
      "userProperties": .object(userProperties), "confirmedAt": .number(confirmedAt.timeIntervalSince1970),
    ]
    if let entityTag { object["etag"] = .string(entityTag) }
    return object
  }

  /// Reads what is kept; nil when it makes no sense.
  init?(json: JSONObject, mapping: ParameterMapping, clock: any FlagClock) {
    guard let parameters = json["parameters"]?.objectValue, let userProperties = json["userProperties"]?.objectValue,
      let version = json["version"]?.stringValue.flatMap({ Int64($0) }),
      let seconds = json["confirmedAt"]?.numberValue
    else { return nil }
    let confirmedAt = Date(timeIntervalSince1970: seconds)
    self.init(
      parameters: parameters, version: version, entityTag: json["etag"]?.stringValue, userProperties: userProperties,
      confirmedAt: confirmedAt, confirmedUptime: clock.uptime - clock.now.timeIntervalSince(confirmedAt),
      rules: mapping.rules(of: parameters))
  }
}
