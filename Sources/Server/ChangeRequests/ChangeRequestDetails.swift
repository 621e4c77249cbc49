import SerinFlags
import Store

/// A change request with everything that people need to decide about it.
struct ChangeRequestDetails: Sendable {
  let request: ChangeRequestRecord
  let verdicts: [ChangeVerdictRecord]
  let comments: [ChangeCommentRecord]
  /// What it would do now; nil for one that is closed.
  let difference: ChangeDifference?
  /// Why it cannot be applied as it was proposed; nil when it can.
  let obstacle: Problem?
  let approvalsNeeded: Int64
  let job: JobRecord?

  /// Everything as answers have it.
  func json(in place: Place, _ state: ServerState) -> JSONValue {
    var object = request.json(in: place)
    object["approvalsNeeded"] = .number(Double(approvalsNeeded))
    object["verdicts"] = .array(
      verdicts.map { verdict in
        .object([
          "by": .string(verdict.person), "verdict": .string(verdict.verdict.rawValue),
          "at": .string(Instants.text(verdict.at)), "contentHash": .string(verdict.contentHash.hexadecimal),
          "counts": .bool(verdict.contentHash == request.contentHash),
        ])
      })
    object["comments"] = .array(comments.map(\.json))
    if let difference { object["difference"] = difference.json(state) }
    if let obstacle {
      object["obstacle"] = .string(obstacle.detail)
      if let changed = obstacle.members["changed"] { object["changed"] = changed }
    }
    if let job, !job.state.isFinished { object["applyAt"] = .string(Instants.text(job.dueAt)) }
    return .object(object)
  }
}

extension ChangeRequestRecord {
  /// The request as answers have it.
  func json(in place: Place) -> JSONObject {
    var object: JSONObject = [
      "id": .string(id), "environment": .string(place.environment.key), "state": .string(state.rawValue),
      "title": .string(title), "description": .string(description), "by": .string(author),
      "contentHash": .string(contentHash.hexadecimal), "createdAt": .string(Instants.text(createdAt)),
      "etag": .string("\(version)"), "schedule": jobID.map(JSONValue.string) ?? .null,
    ]
    if let operation = try? operation { object["change"] = .object(operation.json) }
    if let appliedAt { object["appliedAt"] = .string(Instants.text(appliedAt)) }
    if let appliedRevision { object["appliedRevision"] = .number(Double(appliedRevision)) }
    return object
  }
}

extension ChangeCommentRecord {
  /// The comment as answers have it.
  var json: JSONValue {
    .object([
      "id": .string(id), "by": .string(actor), "text": .string(text), "at": .string(Instants.text(at)),
    ])
  }
}

extension ChangeRequestService {
  /// A request with what it would do now, and what people said of it.
  func details(_ id: String, in place: Place, by caller: Caller) async throws(Problem) -> ChangeRequestDetails {
    let request = try await request(id, in: place)
    let verdicts = try await withStore { () async throws(StoreError) in try await store.changeVerdicts(requestID: id) }
    let comments = try await withStore { () async throws(StoreError) in try await store.changeComments(requestID: id) }
    let job = try await withStore { () async throws(StoreError) in try await plannedJob(of: request) }
    var change: Change?
    var obstacle: Problem?
    if request.state != .applied, request.state != .rejected {
      do throws(Problem) {
        change = try await flags.change(by: request.operation, in: place, by: caller, isGuarded: false)
        obstacle = try await self.obstacle(to: request, change)
      } catch {
        guard error.code != .unavailable else { throw error }
        obstacle = error
      }
    }
    var difference: ChangeDifference?
    if let change { difference = try await ChangeDifference(change, store: store) }
    let environments = change.map { reach(of: $0, in: place) } ?? [place.environment]
    return ChangeRequestDetails(
      request: request, verdicts: verdicts, comments: comments, difference: difference, obstacle: obstacle,
      approvalsNeeded: needed(in: environments), job: job)
  }

  private func plannedJob(of request: ChangeRequestRecord) async throws(StoreError) -> JobRecord? {
    guard let jobID = request.jobID else { return nil }
    return try await store.job(id: jobID)
  }

  private func obstacle(to request: ChangeRequestRecord, _ change: Change?) async throws(Problem) -> Problem? {
    guard let outline = ChangeOutline(parsing: request.baseVersions) else { return ApprovedChange.moved }
    if let change, outline.bound(change) != nil, try await ChangeOutline(change, store: store) == outline {
      return nil
    }
    var moved = ApprovedChange.moved
    moved.members["changed"] = try await ChangeDifference(since: outline, store: store).json(flags.keeper.state)
    return moved
  }
}
