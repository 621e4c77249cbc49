import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private var environments: EnvironmentService {
    EnvironmentService(store: store, keeper: keeper, contexts: contexts)
  }
  private static let environmentsPath = projectPath + "/environments"

  /// Environments themselves.
  var environmentOperations: [ControlOperation] {
    [listEnvironments, createEnvironment, getEnvironment, updateEnvironment, removeEnvironment]
  }

  private static let fields: [Schema.Member] = [
    .optional("name", .string("What people read, 1 to 200 bytes.").orNull),
    .optional("position", .integer("Its place in lists.", in: EnvironmentService.positions).orNull),
    .optional("protected", .boolean(EnvironmentService.protectionText).orNull),
    .optional(
      "approvalsNeeded",
      .integer("How many approvals a change needs.", in: 1...EnvironmentService.maximumApprovals).orNull),
    .optional("keepsContexts", .boolean(EnvironmentService.contextsText).orNull),
    .optional("reason", .ref("Reason")),
  ]

  private var listEnvironments: ControlOperation {
    ControlOperation(
      "listEnvironments", .get, Self.environmentsPath, needs: .view, "The environments of a project, by position",
      answer: .json(
        .object([.required("environments", .array(.ref("Environment")))]), "The environments.",
        example: ["environments": [Self.environmentExample]])
    ) { call async throws(Problem) in
      let environments = keeper.state.environments(of: try call.project)
      return Self.answer(.object(["environments": .array(environments.map(Self.json))]))
    }
  }

  private var createEnvironment: ControlOperation {
    ControlOperation(
      "createEnvironment", .post, Self.environmentsPath, needs: .administer,
      "Create an environment with every flag of the project",
      details: "Flags have no rules there and are off, except that a kill switch has its default; with `copyFrom` they "
        + "and the segments are as in the environment that it names, with the same rule ids and salts.",
      body: .json(
        .object(
          [
            .required("key", .key), .optional("copyFrom", .string("The key of an environment to copy.").orNull),
          ] + Self.fields), example: ["key": "qa", "name": "Test", "copyFrom": "staging"]),
      answer: .json(
        .ref("Environment"), "The environment.", status: 201, example: Self.environmentExample,
        headers: [EditVersion.entityTag, Self.location])
    ) { call async throws(Problem) in
      let project = try call.project
      var fields = try Self.fields(of: call.body)
      fields.key = try call.body.requiredString("key")
      let source = try call.body.string("copyFrom").map { key throws(Problem) in
        try keeper.state.ruleset(key, in: project).environment
      }
      let environment = try await environments.create(
        fields, copying: source, in: project, by: call.caller, reason: call.body.reason())
      return Self.answer(
        Self.json(environment), status: 201,
        headers: [
          EditVersion.header(environment.version), (name: "Location", value: "\(call.request.path)/\(environment.key)"),
        ])
    }
  }

  private var getEnvironment: ControlOperation {
    ControlOperation(
      "getEnvironment", .get, Self.environmentPath, needs: .view, "One environment",
      answer: .json(
        .ref("Environment"), "The environment.", example: Self.environmentExample, headers: [EditVersion.entityTag])
    ) { call async throws(Problem) in Self.answer(try call.place.environment) }
  }

  private var updateEnvironment: ControlOperation {
    ControlOperation(
      "updateEnvironment", .patch, Self.environmentPath, needs: .administer,
      "Rename, move, protect or unprotect an environment, or say whether contexts are kept",
      headers: [EditVersion.ifMatch],
      body: .json(
        .object([.optional("key", Schema.key.orNull)] + Self.fields),
        example: ["protected": true, "approvalsNeeded": 2]),
      answer: .json(
        .ref("Environment"), "The environment as it is now.", example: Self.environmentExample,
        headers: [EditVersion.entityTag])
    ) { call async throws(Problem) in
      Self.answer(
        try await environments.update(
          call.place.environment, Self.fields(of: call.body), version: EditVersion.required(call.request),
          in: call.project, by: call.caller, reason: call.body.reason()))
    }
  }

  private var removeEnvironment: ControlOperation {
    ControlOperation(
      "removeEnvironment", .delete, Self.environmentPath, needs: .administer,
      "Remove an environment without keys and segments in which no flag has rules, is killed or on", body: .reason,
      answer: .nothing("The environment is gone; its history stays.")
    ) { call async throws(Problem) in
      try await environments.remove(
        call.place.environment, in: call.project, by: call.caller, reason: call.body.reason())
      return Self.nothing
    }
  }

  private static func fields(of body: ControlBody) throws(Problem) -> EnvironmentService.Fields {
    EnvironmentService.Fields(
      key: try body.string("key"), name: try body.string("name"),
      position: try body.integer("position", in: EnvironmentService.positions),
      isProtected: try body.boolean("protected"),
      approvalsNeeded: try body.integer("approvalsNeeded", in: 1...EnvironmentService.maximumApprovals),
      keepsContexts: try body.boolean("keepsContexts"))
  }

  private static func answer(_ environment: EnvironmentRecord) -> HTTPResponse {
    answer(json(environment), headers: [EditVersion.header(environment.version)])
  }
}
