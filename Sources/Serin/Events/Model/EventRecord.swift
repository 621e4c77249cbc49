import Foundation

/// Something that happened and that the server should hear of, once.
struct EventRecord: Sendable, Hashable {
  let id: EventID
  /// When it happened, in whole milliseconds.
  let at: Date
  /// What it is: `impression`, `metric` and so on; the server knows the list.
  let type: String
  /// The members beside `id`, `type`, `at` and `exposures`, as they go to the server.
  let body: JSONObject
  /// What the unit had seen by then; a batch holds each of them once, however many events name it.
  var exposures: [Exposure] = []
  /// What is known of the device and the app's version, of the run in which it happened.
  var device: JSONObject = [:]

  /// A flag was seen.
  static let impression = "impression"
  /// An experiment gave an arm for the first time.
  static let experimentAssigned = "experiment_assigned"
}

extension EventRecord {
  /// The wire form, with the places of the exposures in the batch's table.
  func json(exposures places: [Int]) -> JSONObject {
    var object = body
    object["id"] = .string(id.text)
    object["type"] = .string(type)
    object["at"] = .number(at.milliseconds)
    if !places.isEmpty { object["exposures"] = .array(places.map { .number(Double($0)) }) }
    return object
  }

  /// Reads the wire form; see ``EventBatch``.
  init(_ members: AnswerMembers, table: [Exposure], device: JSONObject) throws(UnusableAnswer) {
    guard let id = EventID(try members.required(members.string("id"), "id")) else {
      throw UnusableAnswer("\(members.path)id is not a UUID")
    }
    self.id = id
    at = Date(milliseconds: try members.required(members.number("at"), "at"))
    type = try members.required(members.string("type"), "type")
    var body = members.object
    for name in ["id", "type", "at", "exposures"] { body.removeValue(forName: name) }
    self.body = body
    self.device = device
    for place in try members.array("exposures") ?? [] {
      guard let index = place.numberValue.flatMap(Int.init(exactly:)), table.indices.contains(index) else {
        throw UnusableAnswer("\(members.path)exposures names none of the table")
      }
      exposures.append(table[index])
    }
  }
}
