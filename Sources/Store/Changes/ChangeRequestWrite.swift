internal import SerinFlags

/// A change request to propose or to change, or what somebody says of it.
public enum ChangeRequestWrite: Sendable, Hashable {
  /// Proposes a change. The store sets its creation time and version; it is open.
  case create(ChangeRequestRecord)
  /// Changes title, description, patch, base, content hash, state and job of the request with this id.
  ///
  /// When it becomes ``ChangeRequestState/applied`` the store sets the time and the environment's revision.
  case update(ChangeRequestRecord, expects: Expectation)
  /// Says something of a request, which moves to `state`. The store sets the time.
  case verdict(ChangeVerdictRecord, state: ChangeRequestState, expects: Expectation)
  /// Adds a comment. The store sets its time.
  case comment(ChangeCommentRecord)

  /// The change request's id.
  public var id: String {
    switch self {
    case .create(let request), .update(let request, _): request.id
    case .verdict(let verdict, _, _): verdict.requestID
    case .comment(let comment): comment.requestID
    }
  }
}

extension ChangeRequestWrite {
  /// The request, as errors name it.
  package var object: String { "changeRequest:\(id)" }

  /// The texts by the names that errors have for them.
  package var texts: [(name: String, text: String?)] {
    switch self {
    case .create(let request), .update(let request, _):
      [
        ("id", request.id), ("author", request.author), ("title", request.title),
        ("description", request.description), ("patch", request.patch), ("baseVersions", request.baseVersions),
        ("jobID", request.jobID),
      ]
    case .verdict(let verdict, _, _): [("requestID", verdict.requestID), ("person", verdict.person)]
    case .comment(let comment): [("id", comment.id), ("actor", comment.actor), ("text", comment.text)]
    }
  }

  /// The request after the write.
  ///
  /// - Parameters:
  ///   - current: The row as it is, or nil when there is none.
  ///   - at: The instant of the change, in milliseconds since 1970 UTC.
  ///   - revision: The environment's revision after the change.
  package func outcome(
    on current: ChangeRequestRecord?, at: Int64, revision: Int64?
  ) throws(StoreError) -> ChangeRequestRecord {
    if case .create(let request) = self {
      try Expectation.absent.check(object: object, found: current?.version)
      var created = request
      created.state = .open
      created.version = 1
      created.createdAt = at
      return created
    }
    guard var next = current else { throw .notFound(object: object) }
    switch self {
    case .create, .comment: return next
    case .update(let wanted, let expects):
      try expects.check(object: object, found: next.version)
      next.title = wanted.title
      next.description = wanted.description
      next.patch = wanted.patch
      next.baseVersions = wanted.baseVersions
      next.contentHash = wanted.contentHash
      next.jobID = wanted.jobID
      if wanted.state == .applied, next.state != .applied {
        next.appliedAt = at
        next.appliedRevision = revision
      }
      next.state = wanted.state
    case .verdict(_, let state, let expects):
      try expects.check(object: object, found: next.version)
      next.state = state
    }
    next.version += 1
    return next
  }
}
