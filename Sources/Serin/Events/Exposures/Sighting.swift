import Foundation

/// That a flag's answer was seen: by whom, when, and in which session.
struct Sighting: Sendable, Hashable {
  /// The id of the impression; nil when the sighting is only part of the run's history.
  let id: EventID?
  /// Whole milliseconds.
  let at: Date
  let exposure: Exposure
  let units: EventUnits
  /// The id of the session.
  let session: String
}

extension Sighting {
  /// The impression that goes to the server, if it is one.
  func event(device: JSONObject) -> EventRecord? {
    guard let id else { return nil }
    var body = exposure.json
    body["units"] = .object(units.json)
    body["session"] = .string(session)
    return EventRecord(id: id, at: at, type: EventRecord.impression, body: body, device: device)
  }

  /// The form in files.
  var json: JSONObject {
    var object = exposure.json
    if let id { object["id"] = .string(id.text) }
    object["at"] = .number(at.milliseconds)
    object["units"] = .object(units.json)
    object["session"] = .string(session)
    return object
  }

  /// Reads the form in files.
  init(_ members: AnswerMembers) throws(UnusableAnswer) {
    id = try members.string("id").flatMap(EventID.init)
    at = Date(milliseconds: try members.required(members.number("at"), "at"))
    exposure = try Exposure(members)
    units = try EventUnits(members.object("units") ?? [:])
    session = try members.string("session") ?? ""
  }
}
