import SerinFlags
import Store

extension ScheduleService {
  /// Makes sure that nobody else has moved a change to another instant since the version that a move started from.
  ///
  /// - Parameter version: nil for whatever is there.
  /// - Throws: 412 with who moved it and when.
  func checkUnmoved(_ job: JobRecord, since version: Int64?, to instant: PlannedInstant) async throws(Problem) {
    guard let version, version != job.version else { return }
    let wanted = Self.members(instant.milliseconds, instant.wallTime, instant.zone)
    let thing = AuditedThing(
      subject: "schedule \"\(job.id)\"", chain: job.projectID, object: "schedule:\(job.id)"
    ) { document in
      guard var object = document["job"]?.objectValue, let number = object["dueAt"]?.numberValue,
        let dueAt = Int64(exactly: number)
      else { return nil }
      object["at"] = .string(Instants.text(dueAt))
      return AuditedThing.State(.object(object), members: ["at", "wallTime", "zone"])
    }
    let state = AuditedThing.State(version: job.version, members: Self.members(job.dueAt, job.wallTime, job.zone))
    _ = try await thing.changes(wanted, from: version, to: state, store: flags.store)
  }

  private static func members(_ dueAt: Int64, _ wallTime: String?, _ zone: String?) -> JSONObject {
    [
      "at": .string(Instants.text(dueAt)), "wallTime": wallTime.map(JSONValue.string) ?? .null,
      "zone": zone.map(JSONValue.string) ?? .null,
    ]
  }
}
