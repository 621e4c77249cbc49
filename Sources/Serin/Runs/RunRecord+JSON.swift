import Foundation

extension RunRecord {
  /// The record as JSON; texts of the host are cut so that it fits into its block.
  var json: JSONObject {
    var object: JSONObject = [
      "token": .string(token), "process": .number(Double(process.id)),
      "processStart": .string(String(process.start)), "boot": .string(system.boot.cut),
      "startedAt": .number(startedAt.milliseconds), "startedUptime": .number(startedUptime),
      "osVersion": .string(system.version.cut), "phase": .string(phase.rawValue), "phaseSince": .number(phaseSince),
      "lastSeen": .number(lastSeen), "isClean": .bool(isClean),
    ]
    if let version { object["version"] = .string(version.cut) }
    if let build { object["build"] = .string(build.cut) }
    if let activeSince { object["activeSince"] = .number(activeSince) }
    return object
  }

  /// Reads a record; nil when something that every record has is missing or of another type.
  init?(json: JSONObject) {
    guard let token = json["token"]?.stringValue, let process = json["process"]?.numberValue,
      let id = Int32(exactly: process), let start = json["processStart"]?.stringValue.flatMap({ UInt64($0) }),
      let boot = json["boot"]?.stringValue, let startedAt = json["startedAt"]?.numberValue,
      let startedUptime = json["startedUptime"]?.numberValue, let osVersion = json["osVersion"]?.stringValue,
      let phase = json["phase"]?.stringValue.flatMap(RunPhase.init), let lastSeen = json["lastSeen"]?.numberValue,
      let phaseSince = json["phaseSince"]?.numberValue, let isClean = json["isClean"]?.boolValue
    else { return nil }
    self.token = token
    self.process = ProcessMark(id: id, start: start)
    self.startedAt = Date(milliseconds: startedAt)
    self.startedUptime = startedUptime
    system = SystemMark(boot: boot, version: osVersion)
    version = json["version"]?.stringValue
    build = json["build"]?.stringValue
    self.phase = phase
    self.phaseSince = phaseSince
    activeSince = json["activeSince"]?.numberValue
    self.lastSeen = lastSeen
    self.isClean = isClean
  }
}

extension String {
  /// The first 64 bytes' worth of whole characters: what a record keeps of a text that is not the SDK's.
  var cut: String {
    guard utf8.count > 64 else { return self }
    var kept = ""
    for character in self {
      guard kept.utf8.count + character.utf8.count <= 64 else { break }
      kept.append(character)
    }
    return kept
  }
}
