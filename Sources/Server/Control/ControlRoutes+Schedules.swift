import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let schedulesPath = projectPath + "/schedules"
  private static let schedulePath = schedulesPath + "/{schedule}"

  var schedules: ScheduleService { ScheduleService(flags: flags, signal: signal) }

  /// Changes that are planned for an instant.
  var scheduleOperations: [ControlOperation] {
    [listSchedules, createSchedule, getSchedule, moveSchedule, cancelSchedule]
  }

  private static let scheduleExample: JSONValue = [
    "id": "j_k3b5x7q2m4n6p8r2", "at": "2027-01-15T14:00:00.000Z", "wallTime": "2027-01-15T09:00",
    "zone": "America/New_York", "environment": "production",
    "change": ["operation": "killFlag", "flag": "new_checkout"], "state": "waiting", "attempts": 0,
    "by": "account:a_k3b5x7q2m4n6p8r2", "reason": "the campaign ends", "createdAt": "2027-01-10T09:00:00.000Z",
    "etag": "1",
  ]

  private var listSchedules: ControlOperation {
    ControlOperation(
      "listSchedules", .get, Self.schedulesPath, needs: .view, "The planned changes of a project by their instants",
      details: Self.pageDetails, query: ScheduleQuery.parameters,
      answer: .json(
        .object([.next, .required("schedules", .array(.ref("Schedule")))]), "The planned changes in the wanted order.",
        example: ["next": .null, "schedules": [Self.scheduleExample]])
    ) { call async throws(Problem) in
      let page = try await schedules.list(ScheduleQuery(call.query), in: call.project)
      return Self.answer(
        .object(["next": ListCursor.json(page.next), "schedules": .array(page.elements.map(json))]))
    }
  }

  private var createSchedule: ControlOperation {
    ControlOperation(
      "createSchedule", .post, Self.schedulesPath, needs: .view, "Plan a change of a flag or segment for an instant",
      details: "It needs the rights of making the change at once, now and at the instant. An edit of a flag is planned "
        + "as the members that it changes; when somebody else has changed one of them by then, it fails. A wall time that "
        + "is skipped comes as much later as the clocks go forward, one that comes twice counts the first time.",
      body: .json(
        .object(
          [
            .optional("environment", Schema.key.orNull.described("Where; left out for what concerns the project.")),
            .required("change", .ref("PlannedChange")),
          ] + Schema.instantMembers + [.optional("reason", .ref("Reason"))]),
        example: [
          "environment": "production", "change": ["operation": "killFlag", "flag": "new_checkout"],
          "wallTime": "2027-01-15T09:00", "zone": "America/New_York", "reason": "the campaign ends",
        ]),
      answer: .json(
        .ref("Schedule"), "The planned change.", status: 201, example: Self.scheduleExample,
        headers: [EditVersion.entityTag, Self.location])
    ) { call async throws(Problem) in
      let operation = try PlannedOperation(call.body.required("change"), path: "change")
      let job = try await schedules.plan(
        operation, at: plannedInstant(call.body), in: place(of: operation, call), by: call.caller,
        reason: call.body.reason())
      return answer(job, status: 201, headers: [(name: "Location", value: "\(call.request.path)/\(job.id)")])
    }
  }

  private var getSchedule: ControlOperation {
    ControlOperation(
      "getSchedule", .get, Self.schedulePath, needs: .view, "One planned change, and what became of it",
      answer: .json(
        .ref("Schedule"), "The planned change.", example: Self.scheduleExample, headers: [EditVersion.entityTag])
    ) { call async throws(Problem) in
      answer(try await schedules.schedule(call["schedule"], in: call.project))
    }
  }

  private var moveSchedule: ControlOperation {
    ControlOperation(
      "moveSchedule", .patch, Self.schedulePath, needs: .view, "Move a planned change to another instant",
      details: "It needs the rights of making the change.", headers: [EditVersion.ifMatch],
      body: .json(
        .object(Schema.instantMembers + [.optional("reason", .ref("Reason"))]),
        example: ["at": "2027-01-16T14:00:00Z"]),
      answer: .json(
        .ref("Schedule"), "The planned change.", example: Self.scheduleExample, headers: [EditVersion.entityTag])
    ) { call async throws(Problem) in
      answer(
        try await schedules.move(
          call["schedule"], to: plannedInstant(call.body), version: EditVersion.required(call.request),
          in: call.project,
          by: call.caller, reason: call.body.reason()))
    }
  }

  private var cancelSchedule: ControlOperation {
    ControlOperation(
      "cancelSchedule", .delete, Self.schedulePath, needs: .view, "Cancel a planned change",
      details: "It needs the rights of making the change.", body: .reason,
      answer: .json(.ref("Schedule"), "The planned change; it stays on record.", example: Self.scheduleExample)
    ) { call async throws(Problem) in
      answer(
        try await schedules.cancel(
          call["schedule"], in: call.project, by: call.caller, reason: call.body.reason()))
    }
  }

  /// The instant that a body asks for.
  func plannedInstant(_ body: ControlBody) throws(Problem) -> PlannedInstant {
    try PlannedInstant(body, now: keeper.now.microseconds / 1000)
  }

  /// Where a planned change is made.
  private func place(of operation: PlannedOperation, _ call: ControlCall) throws(Problem) -> Place {
    let project = try call.project
    let environments = keeper.state.environments(of: project)
    let key = try call.body.string("environment")
    switch (operation.isOfProject, key) {
    case (true, nil):
      guard let first = environments.first else { throw Problem(.notFound, "the project has no environment") }
      return Place(project: project, environment: first, environments: environments)
    case (true, let key?):
      throw Problem(
        path: "environment",
        message: "must be left out, and is \(Shown.text(key)): \(operation.name) concerns the whole project")
    case (false, nil): throw Problem(path: "environment", message: "is required for \(operation.name)")
    case (false, let key?):
      return Place(
        project: project, environment: try keeper.state.ruleset(key, in: project).environment,
        environments: environments)
    }
  }

  private func json(_ job: JobRecord) -> JSONValue {
    job.json(environment: job.environmentID.map { keeper.state.rulesets[$0]?.environment.key ?? $0 })
  }

  private func answer(
    _ job: JobRecord, status: Int = 200, headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    Self.answer(json(job), status: status, headers: headers + [EditVersion.header(job.version)])
  }
}
