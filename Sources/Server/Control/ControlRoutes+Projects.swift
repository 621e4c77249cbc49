import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private var projects: ProjectService { ProjectService(store: store, keeper: keeper) }

  /// Projects themselves.
  var projectOperations: [ControlOperation] { [listProjects, createProject, getProject, updateProject, removeProject] }

  private var listProjects: ControlOperation {
    ControlOperation(
      "listProjects", .get, "/api/v1/projects", needs: .signedIn, "The projects that the caller may see",
      answer: .json(
        .object([.required("projects", .array(.ref("Project")))]), "Projects with their environments.",
        example: ["projects": [Self.projectExample]])
    ) { call async throws(Problem) in
      let state = keeper.state
      let projects = state.projects.filter { call.access.sees(projectID: $0.id) }
      return Self.answer(.object(["projects": .array(projects.map { Self.json($0, in: state) })]))
    }
  }

  private var createProject: ControlOperation {
    ControlOperation(
      "createProject", .post, "/api/v1/projects", needs: .instance, "Create a project with its environments",
      body: .json(
        .object([
          .required("key", .key), .optional("name", .string("What people read; the key when left out.").orNull),
          .optional(
            "environments",
            .array(.key, "Their keys in order; development, staging and production when left out.").orNull),
          .optional("reason", .ref("Reason")),
        ]), example: ["key": "shop", "name": "Shop"]),
      answer: .json(
        .ref("Project"), "The project.", status: 201, example: Self.projectExample,
        headers: [EditVersion.entityTag, Self.location])
    ) { call async throws(Problem) in
      let project = try await projects.create(
        call.body.requiredString("key"), name: call.body.string("name"),
        environments: call.body.strings("environments"),
        by: call.caller, reason: call.body.reason())
      return answer(project, status: 201, headers: [(name: "Location", value: "/api/v1/projects/\(project.key)")])
    }
  }

  private var getProject: ControlOperation {
    ControlOperation(
      "getProject", .get, Self.projectPath, needs: .view, "One project with its environments",
      answer: .json(.ref("Project"), "The project.", example: Self.projectExample, headers: [EditVersion.entityTag])
    ) { call async throws(Problem) in answer(try call.project) }
  }

  private var updateProject: ControlOperation {
    ControlOperation(
      "updateProject", .patch, Self.projectPath, needs: .administer, "Rename a project",
      details: "Its id, which apps name, stays the same.", headers: [EditVersion.ifMatch],
      body: .json(
        .object([
          .optional("key", Schema.key.orNull), .optional("name", .string("What people read.").orNull),
          .optional("reason", .ref("Reason")),
        ]), example: ["name": "The shop"]),
      answer: .json(
        .ref("Project"), "The project as it is now.", example: Self.projectExample, headers: [EditVersion.entityTag])
    ) { call async throws(Problem) in
      answer(
        try await projects.update(
          call.project, key: call.body.string("key"), name: call.body.string("name"),
          version: EditVersion.required(call.request), by: call.caller, reason: call.body.reason()))
    }
  }

  private var removeProject: ControlOperation {
    ControlOperation(
      "removeProject", .delete, Self.projectPath, needs: .instance, "Remove a project without flags and keys",
      body: .reason, answer: .nothing("The project is gone; the instance's audit log says who removed it.")
    ) { call async throws(Problem) in
      try await projects.remove(call.project, by: call.caller, reason: call.body.reason())
      return Self.nothing
    }
  }

  private static let projectExample: JSONValue = [
    "id": "p_k3b5x7q2m4n6p8r2", "key": "shop", "name": "Shop", "version": 1,
    "environments": [environmentExample],
  ]

  static let environmentExample: JSONValue = [
    "id": "e_a2b3c4d5e6f7g2h3", "key": "production", "name": "Production", "position": 2, "protected": true,
    "approvalsNeeded": 1, "keepsContexts": true, "version": 3, "revision": 42,
  ]

  private func answer(
    _ project: ProjectRecord, status: Int = 200, headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    Self.answer(
      Self.json(project, in: keeper.state), status: status, headers: headers + [EditVersion.header(project.version)])
  }

  /// A project as answers have it.
  private static func json(_ project: ProjectRecord, in state: ServerState) -> JSONValue {
    .object([
      "id": .string(project.id), "key": .string(project.key), "name": .string(project.name),
      "version": .number(Double(project.version)),
      "environments": .array(state.environments(of: project).map(json)),
    ])
  }

  /// An environment as answers have it.
  static func json(_ environment: EnvironmentRecord) -> JSONValue {
    .object([
      "id": .string(environment.id), "key": .string(environment.key), "name": .string(environment.name),
      "position": .number(Double(environment.position)), "protected": .bool(environment.isProtected),
      "approvalsNeeded": .number(Double(environment.approvalsNeeded)),
      "keepsContexts": .bool(environment.keepsContexts),
      "version": .number(Double(environment.version)), "revision": .number(Double(environment.revision)),
    ])
  }
}
