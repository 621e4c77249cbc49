import SerinFlags
import Store

/// Changes that others have to approve: proposing them, and what people say of them.
struct ChangeRequestService: Sendable {
  let flags: FlagService
  let rights: any RightsSource
  /// Wakes the runner of planned changes.
  let signal: WakeSignal

  /// So many requests of an environment can be open.
  static let maximumOpen = 500
  /// How long titles, descriptions and comments may be, in bytes.
  static let textLimits = (title: 200, description: 10_000, comment: 4000)

  var store: any ConfigurationStore { flags.store }

  /// What somebody wants to be changed, in their words.
  struct Draft: Sendable {
    var operation: PlannedOperation
    var title: String
    var description: String
  }

  /// What an edit says of a request; what is nil stays.
  typealias PartialDraft = (operation: PlannedOperation?, title: String?, description: String?)

  /// Proposes a change.
  ///
  /// Nothing of it is written yet.
  /// - Throws: 403 for somebody who may neither edit nor release; what the change itself throws; 409 when it would change
  ///   nothing, and when too many are open.
  func propose(_ draft: Draft, in place: Place, by caller: Caller) async throws(Problem) -> ChangeRequestRecord {
    try checkProposer(caller.access, in: place)
    try check(draft)
    let open = try await requests(in: place, states: ChangeRequestQuery.open)
    guard open.count < Self.maximumOpen else {
      throw Problem(.conflict, "\(open.count) change requests are open here, and more are not possible")
    }
    let settled = try await flags.settled(draft.operation, in: place)
    var request = ChangeRequestRecord(
      id: RecordID.make(prefix: "cr_"), environmentID: place.environment.id, author: caller.person, title: draft.title,
      description: draft.description, patch: "", baseVersions: "", contentHash: [])
    try await settle(&request, settled, in: place, by: caller)
    return try await write(.create(request), "changeRequest.propose", in: place, by: caller, reason: draft.title)
  }

  /// Changes what is proposed or how it is called; approvals of another content do not count any more.
  /// - Parameters:
  ///   - operation: What to change instead; nil to start anew from what is there now.
  ///   - version: The version that the edit started from; nil for whatever is there.
  /// - Throws: 403 for anybody but the author, 409 when it is closed, 412 with who changed what and when where the same was
  ///   changed meanwhile.
  func edit(
    _ id: String, _ draft: PartialDraft, version: Int64?,
    action: String = "changeRequest.edit", in place: Place, by caller: Caller
  ) async throws(Problem) -> ChangeRequestRecord {
    var request = try await openRequest(id, version: nil, in: place)
    guard request.author.hasSameBytes(as: caller.person) else {
      throw Problem(.forbidden, "only the author may change a change request")
    }
    try checkProposer(caller.access, in: place)
    let before = request
    let draft = try await changes(of: draft, from: version, over: request, in: place)
    request.title = draft.title ?? request.title
    request.description = draft.description ?? request.description
    let operation = if let operation = draft.operation { operation } else { try request.operation }
    try check(Draft(operation: operation, title: request.title, description: request.description))
    try await settle(&request, flags.settled(operation, in: place), in: place, by: caller)
    if request.contentHash != before.contentHash { request.state = .open }
    if request == before { return request }
    return try await write(
      .update(request, expects: .version(before.version)), action, in: place, by: caller, reason: request.title)
  }

  /// Starts from what is there now: the author's answer to a base that has moved.
  func rebase(_ id: String, in place: Place, by caller: Caller) async throws(Problem) -> ChangeRequestRecord {
    let request = try await openRequest(id, version: nil, in: place)
    let operation = try request.operation.withoutBase
    return try await edit(
      id, (operation, nil, nil), version: request.version, action: "changeRequest.rebase", in: place, by: caller)
  }

  /// Adds a comment.
  /// - Throws: 403 for a token that is narrowed to reading or to other environments, 422 for a text that is too long.
  func comment(
    _ text: String, on id: String, in place: Place, by caller: Caller
  ) async throws(Problem) -> ChangeCommentRecord {
    try Self.check(text, "text", 1...Self.textLimits.comment)
    try checkMayWrite(caller, in: place)
    let request = try await request(id, in: place)
    let comment = ChangeCommentRecord(
      id: RecordID.make(prefix: "cm_"), requestID: request.id, actor: caller.person, text: text)
    _ = try await write(.comment(comment), "changeRequest.comment", in: place, by: caller, reason: "")
    let comments = try await withStore { () async throws(StoreError) in
      try await store.changeComments(requestID: request.id)
    }
    return comments.first { $0.id == comment.id } ?? comment
  }

  /// The requests of an environment, newest first.
  func requests(
    in place: Place, states: Set<ChangeRequestState>
  ) async throws(Problem) -> [ChangeRequestRecord] {
    try await withStore { () async throws(StoreError) in
      try await store.changeRequests(
        environmentID: place.environment.id, states: states, limit: Self.maximumOpen)
    }
  }

  /// One of them.
  /// - Throws: 404, also for one of another environment.
  func request(_ id: String, in place: Place) async throws(Problem) -> ChangeRequestRecord {
    let request = try await withStore { () async throws(StoreError) in try await store.changeRequest(id: id) }
    guard let request, request.environmentID.hasSameBytes(as: place.environment.id) else {
      throw Problem(.notFound, "environment \"\(place.environment.key)\" has no change request \"\(id)\"")
    }
    return request
  }

  /// One that can still be changed or applied.
  func openRequest(_ id: String, version: Int64?, in place: Place) async throws(Problem) -> ChangeRequestRecord {
    let request = try await request(id, in: place)
    if let version, version != request.version {
      throw Problem(.preconditionFailed, "the change request is at version \"\(request.version)\", not \"\(version)\"")
    }
    guard request.state != .applied, request.state != .rejected else {
      throw Problem(.conflict, "the change request is \(request.state.rawValue) already")
    }
    return request
  }

  /// Writes something about a request and gives it as it is then.
  func write(
    _ write: ChangeRequestWrite, job: JobWrite? = nil, _ action: String, in place: Place, by caller: Caller,
    reason: String
  ) async throws(Problem) -> ChangeRequestRecord {
    var edit = Edit(audit: caller.entry(action, write.object, reason: reason))
    edit.changeRequest = write
    edit.job = job
    do throws(StoreError) { _ = try await store.commit(Change(chain: place.project.id, edits: [edit])) } catch {
      throw Problem(committing: error)
    }
    if job != nil { signal.ring() }
    return try await request(write.id, in: place)
  }

  /// Whoever may change something in an environment that is not protected may propose it in one that is.
  func checkProposer(_ access: Access?, in place: Place) throws(Problem) {
    guard let access else { return }
    guard mayPropose(access, in: place.project, place.environment) else {
      throw Problem(.forbidden, "this takes \(Permission.edit.holder), or a releaser of the environment")
    }
  }

  /// Whoever proposes a change must be one who could propose it in every environment that it changes.
  func checkReach(of change: Change, by access: Access?, in place: Place) throws(Problem) {
    guard let access else { return }
    for environment in place.environments where change.edits.touch(environment) {
      guard mayPropose(access, in: place.project, environment) else {
        throw FlagService.reaches(environment, which: "\(Permission.edit.holder), or a releaser of the environment,")
      }
    }
  }

  private func mayPropose(_ access: Access, in project: ProjectRecord, _ environment: EnvironmentRecord) -> Bool {
    access.has(.edit, in: project.id, environment: environment)
      || access.has(.release, in: project.id, environment: environment)
  }

  /// Whoever sees a request may say something of it, but a token that only reads, or writes elsewhere, writes nothing here.
  func checkMayWrite(_ caller: Caller, in place: Place) throws(Problem) {
    guard caller.access?.limits.allowWriting(in: place.environment.id) ?? true else {
      throw Problem(.forbidden, "the scopes or environments of this token do not let it write here")
    }
  }

  /// Fills in what a request does and what it starts from.
  private func settle(
    _ request: inout ChangeRequestRecord, _ operation: PlannedOperation, in place: Place, by caller: Caller
  ) async throws(Problem) {
    guard let change = try await flags.change(by: operation, in: place, by: caller, isGuarded: false) else {
      throw Problem(.conflict, "the change would change nothing")
    }
    try checkReach(of: change, by: caller.access, in: place)
    request.patch = operation.json.text
    request.baseVersions = try await ChangeOutline(change, store: store).text
    var fields = FramedFields()
    fields.append(request.environmentID)
    fields.append(request.patch)
    fields.append(request.baseVersions)
    request.contentHash = SHA256.hash(fields.bytes)
  }

  private func check(_ draft: Draft) throws(Problem) {
    try Self.check(draft.title, "title", 1...Self.textLimits.title)
    try Self.check(draft.description, "description", 0...Self.textLimits.description)
  }

  private static func check(_ text: String, _ path: String, _ bytes: ClosedRange<Int>) throws(Problem) {
    guard bytes.contains(text.utf8.count), !text.utf8.contains(0) else {
      throw Problem(
        path: path,
        message:
          "must be \(bytes.lowerBound) to \(bytes.upperBound) bytes of text without U+0000, not \(Shown.text(text))"
      )
    }
  }
}

extension ChangeRequestRecord {
  /// What is proposed.
  var operation: PlannedOperation {
    get throws(Problem) {
      let json: JSONValue
      do throws(JSONError) { json = try JSONValue(parsing: Array(patch.utf8), options: .lenient) } catch {
        throw Problem(.internalError, "the stored patch of \(id) cannot be read: \(error)")
      }
      return try PlannedOperation(json, path: "change")
    }
  }
}

extension PlannedOperation {
  /// The same, starting from whatever is there.
  var withoutBase: PlannedOperation {
    guard case .replace(let flag, let patch) = self else { return self }
    return .replace(flag: flag, FlagPatch(content: patch.content, base: nil))
  }
}

extension Caller {
  /// The person behind it: the account, whichever of its tokens is used, else the token itself.
  var person: String { access?.person ?? actor }
}

extension Access {
  /// The person behind it: the account, whichever of its tokens is used, else the token itself.
  var person: String { accountID.map { "account:" + $0 } ?? actor }
}
