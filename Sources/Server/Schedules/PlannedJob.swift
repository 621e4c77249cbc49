import SerinFlags
import Store

/// What a job does, as its payload says.
enum PlannedJob: Sendable {
  /// A change that somebody planned.
  case change(PlannedOperation)
  /// A change request that is applied at an instant.
  case changeRequest(id: String)

  private static let changeKind = "change"
  private static let changeRequestKind = "changeRequest"

  /// Reads a job.
  /// - Throws: what a newer version wrote or damage left.
  init(_ job: JobRecord) throws(Problem) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: Array(job.payload.utf8), options: .lenient) } catch {
      throw Problem(.internalError, "the stored payload of schedule \(job.id) cannot be read: \(error)")
    }
    switch job.kind {
    case Self.changeKind: self = .change(try PlannedOperation(json, path: "change"))
    case Self.changeRequestKind: self = .changeRequest(id: json["changeRequest"]?.stringValue ?? "")
    default: throw Problem(.conflict, "the schedule is of a kind that this version of Serin does not know")
    }
  }

  /// The kind on record.
  var kind: String {
    switch self {
    case .change: Self.changeKind
    case .changeRequest: Self.changeRequestKind
    }
  }

  /// The payload on record.
  var payload: String {
    switch self {
    case .change(let operation): operation.json.text
    case .changeRequest(let id): (["changeRequest": .string(id)] as JSONObject).text
    }
  }
}

extension JobRecord {
  /// The job as answers have it.
  func json(environment: String?) -> JSONValue {
    var object: JSONObject = [
      "id": .string(id), "at": .string(Instants.text(dueAt)), "state": .string(state.rawValue),
      "environment": environment.map(JSONValue.string) ?? .null, "by": .string(actor), "reason": .string(reason),
      "createdAt": .string(Instants.text(createdAt)), "attempts": .number(Double(attempts)),
      "etag": .string("\(version)"),
    ]
    if let wallTime { object["wallTime"] = .string(wallTime) }
    if let zone { object["zone"] = .string(zone) }
    if let lastError { object["error"] = .string(lastError) }
    if let finishedAt { object["finishedAt"] = .string(Instants.text(finishedAt)) }
    switch try? PlannedJob(self) {
    case .change(let operation)?: object["change"] = .object(operation.json)
    case .changeRequest(let id)?: object["changeRequest"] = .string(id)
    case nil: break
    }
    return .object(object)
  }
}
