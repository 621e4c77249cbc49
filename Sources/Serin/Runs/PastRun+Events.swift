import Foundation

extension PastRun {
  /// The events that tell the server how the run ended; none where its end says nothing about a flag.
  ///
  /// Their ids follow from the run alone, so telling again after a kill tells nothing twice.
  var events: [(type: String, body: JSONObject)] {
    var events: [(type: String, body: JSONObject)] = []
    if kind == .unexplained { events.append(("exit", exitBody)) }
    if let crash { events.append(("crash", crashBody(crash))) }
    return events
  }

  /// When the run was last seen alive.
  var endedAt: Date { startedAt.addingTimeInterval(duration) }

  private var exitBody: JSONObject {
    var body = commonBody(type: "exit")
    body["kind"] = .string(kind.rawValue)
    return body
  }

  private func crashBody(_ crash: Crash) -> JSONObject {
    var body = commonBody(type: "crash")
    body["crash_id"] = .string(crash.id)
    if let signature = crash.signature { body["signature"] = .string(signature) }
    // All of it and not only the last states: a flag that went back and forth may have crashed on the way.
    body["transitions"] = .array(exposures)
    return body
  }

  private func commonBody(type: String) -> JSONObject {
    var body: JSONObject = [
      "id": .string(EventID(named: "\(type) \(token)", at: endedAt).text), "run": .string(token),
      "phase": .string(phase.rawValue), "started_at": .number(startedAt.milliseconds),
      "duration": .number(duration), "os_version": .string(osVersion), "exposed": .array(lastStates),
    ]
    if let version { body["app_version"] = .string(version) }
    if let build { body["app_build"] = .string(build) }
    return body
  }
}
