import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

// How operations of projects, environments, keys, people and logs are asked for.
extension RequestTemplate {
  static let ofPeople: [String: RequestTemplate] = [
    "createProject": RequestTemplate([:], #"{"key":"{unique}","name":"Shop"}"#),
    "updateProject": RequestTemplate([:], #"{"name":"{unique}"}"#),
    "removeProject": RequestTemplate { world, values in
      values["project"] = values["unique"]
      let made = await world.send(
        WorldRequest(method: .post, path: "/api/v1/projects", body: #"{"key":"\#(values["unique"] ?? "")"}"#),
        as: .instanceToken)
      #expect(made.status == 201)
    },
    "createEnvironment": RequestTemplate([:], #"{"key":"{unique}","copyFrom":"staging"}"#),
    "updateEnvironment": RequestTemplate([:], #"{"name":"{unique}"}"#),
    "removeEnvironment": RequestTemplate { world, values in
      values["environment"] = values["unique"]
      await world.make(.post, "/environments", #"{"key":"\#(values["unique"] ?? "")"}"#)
    },
    "eraseAudit": RequestTemplate { world, values in
      await world.make(.patch, "", #"{"name":"\#(world.unique())"}"#)
      let heads = try await world.auditHeads()
      let project = try #require(try await world.fixture.store.projects().first { $0.key == "shop" })
      values["sequence"] = heads[project.id].map(String.init)
    },
    "eraseInstanceAudit": RequestTemplate { world, values in
      let heads = try await world.auditHeads()
      values["sequence"] = heads["instance"].map(String.init)
    },
    "updateKey": RequestTemplate(prepare: key), "rotateKey": RequestTemplate(prepare: key),
    "revokeKey": RequestTemplate(prepare: key),
    "removeCodeReferences": RequestTemplate([:], #"{"repository":"acme/shop","branch":"{unique}"}"#) { world, values in
      let branch = values["unique"] ?? ""
      await world.make(
        .put, "/code-references",
        #"{"repository":"acme/shop","branch":"\#(branch)","commit":"1a2b3c4","references":[]}"#)
    },
    "acceptInvitation": RequestTemplate(
      [:], #"{"secret":"{secret}","name":"Bob","password":"correct horse battery"}"#, prepare: projectInvitation),
    "signIn": RequestTemplate([:], #"{"email":"guest@example.com","password":"\#(PeopleFixture.password)"}"#),
    "changePassword": RequestTemplate(
      [:], #"{"password":"\#(PeopleFixture.password)","newPassword":"another good password"}"#),
    "updateAccount": RequestTemplate([:], #"{"name":"{unique}"}"#),
    "removeMember": RequestTemplate { world, _ in
      await world.make(.put, "/members/\(ControlWorld.guest)", #"{"role":"viewer"}"#)
    },
    "createInvitation": RequestTemplate([:], #"{"email":"{unique}@example.com","root":true}"#),
    "revokeInvitation": RequestTemplate { world, values in
      let made = await world.send(
        WorldRequest(
          method: .post, path: "/api/v1/invitations", body: #"{"email":"\#(world.unique())@example.com"}"#),
        as: .instanceToken)
      values["invitation"] = try #require(made["id"]?.stringValue)
    },
    "createProjectInvitation": RequestTemplate([:], #"{"email":"{unique}@example.com","role":"viewer"}"#),
    "revokeProjectInvitation": RequestTemplate(prepare: projectInvitation),
    "rotateToken": RequestTemplate(prepare: token), "revokeToken": RequestTemplate(prepare: token),
  ]

  /// Makes a server key.
  @Sendable private static func key(_ world: ControlWorld, _ values: inout Values) async throws {
    let made = await world.make(.post, "/keys", #"{"kind":"client","environment":"production"}"#)
    values["key"] = made["id"]?.stringValue
  }

  /// Makes a token of the instance.
  @Sendable private static func token(_ world: ControlWorld, _ values: inout Values) async throws {
    let made = await world.send(
      WorldRequest(method: .post, path: "/api/v1/tokens", body: #"{"name":"nightly","kind":"instance"}"#),
      as: .instanceToken)
    values["token"] = try #require(made["id"]?.stringValue, "\(made.text)")
  }

  /// Invites somebody to the shop.
  @Sendable private static func projectInvitation(_ world: ControlWorld, _ values: inout Values) async throws {
    let made = await world.make(
      .post, "/invitations", #"{"email":"\#(world.unique())@example.com","role":"viewer"}"#)
    values["invitation"] = made["id"]?.stringValue
    values["secret"] = made["secret"]?.stringValue
  }
}

extension RequestTemplate {
  /// How an operation is asked for; its own example when nothing else is said.
  static func of(_ id: String) -> RequestTemplate { ofFlags[id] ?? ofPeople[id] ?? RequestTemplate() }
}
