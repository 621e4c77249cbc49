import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let membersPath = projectPath + "/members"

  /// What people are in a project.
  var memberOperations: [ControlOperation] { [listMembers, setMember, removeMember] }

  private static let memberExample: JSONValue = [
    "id": "a_k3b5x7q2m4n6p8r2", "email": "ann@example.com", "name": "Ann", "disabledAt": .null, "role": "editor",
    "releases": ["production"],
  ]

  private var listMembers: ControlOperation {
    ControlOperation(
      "listMembers", .get, Self.membersPath, needs: .view, "Who is what in a project",
      answer: .json(
        .object([.required("members", .array(.ref("Member")))]), "Members by address, disabled accounts included.",
        example: ["members": [Self.memberExample]])
    ) { call async throws(Problem) in
      let members = try await people.members.members(of: call.project)
      return Self.answer(.object(["members": .array(members.map(json))]))
    }
  }

  private var setMember: ControlOperation {
    ControlOperation(
      "setMember", .put, Self.membersPath + "/{account}", needs: .administer,
      "Make a member exactly this in the project",
      details: """
        `{account}` is an id or an address. Their sessions end. The last admin stays unless `force` is true (409). Who is no member \
        is invited; only an administrator of the instance adds somebody who has an account, which ends no session.
        """,
      body: .json(
        .object(
          Schema.grantMembers + [.optional("force", .boolean().orNull), .optional("reason", .ref("Reason"))]),
        example: ["role": "editor", "releases": ["production"]]),
      answer: .json(.ref("Member"), "The member.", example: Self.memberExample)
    ) { call async throws(Problem) in
      let member = try await people.members.set(
        call["account"], role: call.body.string("role"), releases: call.body.strings("releases") ?? [],
        in: projectPlace(call), mayLeaveProject: call.body.boolean("force") ?? false, by: call.caller,
        reason: call.body.reason())
      return Self.answer(json(member))
    }
  }

  private var removeMember: ControlOperation {
    ControlOperation(
      "removeMember", .delete, Self.membersPath + "/{account}", needs: .administer, "Take somebody out of the project",
      details: "Their sessions end. The last admin stays unless `force` is true (409).", body: .forced,
      answer: .nothing("They are nothing in the project any more; their account stays.")
    ) { call async throws(Problem) in
      try await people.members.remove(
        call["account"], from: call.project, mayLeaveProject: call.body.boolean("force") ?? false, by: call.caller,
        reason: call.body.reason())
      return Self.nothing
    }
  }

  /// The project of the path with its environments.
  func projectPlace(_ call: ControlCall) throws(Problem) -> ProjectPlace {
    let project = try call.project
    return ProjectPlace(project: project, environments: keeper.state.environments(of: project))
  }

  /// The keys of environments of one project, in their order.
  func environmentKeys(_ ids: [String]) -> JSONValue {
    let found = ids.compactMap { keeper.state.rulesets[$0]?.environment }.sorted { $0.position < $1.position }
    return .array(found.map { .string($0.key) })
  }

  private func json(_ member: MemberService.Member) -> JSONValue {
    .object([
      "id": .string(member.account.id), "email": .string(member.account.email),
      "name": .string(member.account.name),
      "disabledAt": member.account.disabledAt.map { .string(Instants.text($0)) } ?? .null,
      "role": member.membership.role.map { .string($0.rawValue) } ?? .null,
      "releases": environmentKeys(member.membership.releases),
    ])
  }
}

extension OperationBody {
  /// A reason, and whether something is done that leaves nobody to administer.
  static let forced = json(
    .object([.optional("force", .boolean().orNull), .optional("reason", .ref("Reason"))]),
    example: ["reason": "left the team"], isRequired: false)
}
