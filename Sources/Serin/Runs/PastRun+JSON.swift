import Foundation

extension PastRun {
  /// The run as the history file keeps it.
  var json: JSONValue {
    var object: JSONObject = [
      "token": .string(token), "kind": .string(kind.rawValue), "phase": .string(phase.rawValue),
      "isEarly": .bool(isEarly), "startedAt": .number(startedAt.milliseconds), "duration": .number(duration),
      "osVersion": .string(osVersion), "exposures": .array(exposures), "isHandedOver": .bool(isHandedOver),
    ]
    if let version { object["version"] = .string(version) }
    if let build { object["build"] = .string(build) }
    if let crash {
      object["crashID"] = .string(crash.id)
      if let signature = crash.signature { object["signature"] = .string(signature) }
    }
    return .object(object)
  }

  /// Reads a run; nil when something that every run has is missing or of another type.
  init?(json: JSONValue) {
    guard let token = json["token"]?.stringValue,
      let kind = json["kind"]?.stringValue.flatMap(PreviousExit.Kind.init),
      let phase = json["phase"]?.stringValue.flatMap(RunPhase.init), let isEarly = json["isEarly"]?.boolValue,
      let startedAt = json["startedAt"]?.numberValue, let duration = json["duration"]?.numberValue,
      let osVersion = json["osVersion"]?.stringValue, let exposures = json["exposures"]?.arrayValue
    else { return nil }
    self.init(
      token: token, kind: kind, phase: phase, isEarly: isEarly,
      startedAt: Date(milliseconds: startedAt), duration: duration,
      version: json["version"]?.stringValue, build: json["build"]?.stringValue, osVersion: osVersion,
      exposures: exposures,
      crash: json["crashID"]?.stringValue.map { Crash(id: $0, signature: json["signature"]?.stringValue) },
      isHandedOver: json["isHandedOver"]?.boolValue ?? false)
  }
}
