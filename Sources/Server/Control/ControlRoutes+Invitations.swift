import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let invitationsPath = "/api/v1/invitations"
  private static let ofProject = projectPath + "/invitations"

  /// Invitations to a project, and to the instance.
  var invitationOperations: [ControlOperation] {
    [
      list("listInvitations", Self.invitationsPath, needs: .instance),
      list("listProjectInvitations", Self.ofProject, needs: .administer),
      createInvitation, createProjectInvitation,
      revoke("revokeInvitation", Self.invitationsPath, needs: .instance),
      revoke("revokeProjectInvitation", Self.ofProject, needs: .administer),
    ]
  }

  private static let example: JSONValue = [
    "id": "i_k3b5x7q2m4n6p8r2", "email": "bob@example.com", "root": false, "role": "viewer", "releases": [],
    "createdBy": "account:a_k3b5x7q2m4n6p8r2", "createdAt": "2027-01-15T09:00:00.000Z",
    "expiresAt": "2027-01-22T09:00:00.000Z", "acceptedAt": .null, "revokedAt": .null,
  ]

  private static let invitedMembers: [Schema.Member] = [
    .required("email", .string("Whoever is invited.")),
    .optional(
      "expiresIn", .integer("How long it is good, in seconds; a week when left out.", in: 60...2_592_000).orNull),
    .optional("reason", .ref("Reason")),
  ]

  private func list(_ id: String, _ path: String, needs: Permission) -> ControlOperation {
    ControlOperation(
      id, .get, path, needs: needs, "Invitations; their secrets are not shown",
      answer: .json(
        .object([.required("invitations", .array(.ref("Invitation")))]),
        "Oldest first, used and expired ones included.",
        example: ["invitations": [Self.example]])
    ) { call async throws(Problem) in
      let found = try await people.invitations.invitations(projectID: projectID(call))
      return Self.answer(.object(["invitations": .array(found.map { json($0) })]))
    }
  }

  private var createInvitation: ControlOperation {
    ControlOperation(
      "createInvitation", .post, Self.invitationsPath, needs: .instance, "Invite somebody to the instance",
      body: .json(
        .object(Self.invitedMembers + [.optional("root", .boolean("Whether they will administer it.").orNull)]),
        example: ["email": "bob@example.com", "root": true]),
      answer: .json(
        .ref("Invitation"), "The invitation; its secret is shown here and never again.", status: 201,
        example: Self.example)
    ) { call async throws(Problem) in
      try await create(InvitationService.Grant(isRoot: call.body.boolean("root") ?? false), call)
    }
  }

  private var createProjectInvitation: ControlOperation {
    ControlOperation(
      "createProjectInvitation", .post, Self.ofProject, needs: .administer, "Invite somebody to a project",
      body: .json(
        .object(Self.invitedMembers + Schema.grantMembers), example: ["email": "bob@example.com", "role": "viewer"]),
      answer: .json(
        .ref("Invitation"), "The invitation; its secret is shown here and never again.", status: 201,
        example: Self.example)
    ) { call async throws(Problem) in
      let place = try projectPlace(call)
      let grant = try place.grant(role: call.body.string("role"), releases: call.body.strings("releases") ?? [])
      return try await create(
        InvitationService.Grant(projectID: place.project.id, role: grant.role, releases: grant.releases), call)
    }
  }

  private func revoke(_ id: String, _ path: String, needs: Permission) -> ControlOperation {
    ControlOperation(
      id, .delete, path + "/{invitation}", needs: needs, "Take an invitation back", body: .reason,
      answer: .nothing("The link works no longer.")
    ) { call async throws(Problem) in
      try await people.invitations.revoke(
        call["invitation"], projectID: projectID(call), by: call.caller, reason: call.body.reason())
      return Self.nothing
    }
  }

  private func create(_ grant: InvitationService.Grant, _ call: ControlCall) async throws(Problem) -> HTTPResponse {
    let seconds = try call.body.integer("expiresIn", in: 60...2_592_000)
    let made = try await people.invitations.create(
      email: call.body.requiredString("email"), grant, lifetime: seconds.map { $0 * 1000 }, by: call.caller,
      reason: call.body.reason())
    return Self.answer(json(made.invitation, secret: made.secret), status: 201)
  }

  /// The project of the path, where it names one.
  private func projectID(_ call: ControlCall) throws(Problem) -> String? {
    call.parameters["project"] == nil ? nil : try call.project.id
  }

  private func json(_ invitation: InvitationRecord, secret: String? = nil) -> JSONValue {
    var object: JSONObject = [
      "id": .string(invitation.id), "email": .string(invitation.email ?? ""), "root": .bool(invitation.isRoot),
      "role": invitation.role.map { .string($0.rawValue) } ?? .null, "releases": environmentKeys(invitation.releases),
      "createdBy": .string(invitation.createdBy), "createdAt": .string(Instants.text(invitation.createdAt)),
      "expiresAt": .string(Instants.text(invitation.expiresAt)),
      "acceptedAt": invitation.acceptedAt.map { .string(Instants.text($0)) } ?? .null,
      "revokedAt": invitation.revokedAt.map { .string(Instants.text($0)) } ?? .null,
    ]
    if let secret { object["secret"] = .string(secret) }
    return .object(object)
  }
}
