import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let keysPath = projectPath + "/keys"

  /// Making and revoking keys.
  var keyOperations: [ControlOperation] { [listKeys, createKey, updateKey, rotateKey, revokeKey] }

  var keyService: KeyService { KeyService(store: store, keeper: keeper) }

  private static let keyExample: JSONValue = [
    "id": "k3b5x7q2m4n6p8r2", "kind": "client", "name": "iOS app", "environment": "production",
    "scopes": [], "environments": [], "flags": [], "origins": ["https://app.example.com"],
    "createdAt": "2027-01-15T09:00:00.000Z", "expiresAt": .null,
    "lastUsed": .null, "revokedAt": .null,
    "value": "srn_client_k3b5x7q2m4n6p8r2_...",
  ]

  private var listKeys: ControlOperation {
    ControlOperation(
      "listKeys", .get, Self.keysPath, needs: .administer, "The keys of a project; secrets are not shown",
      details: "An administrator of the instance sees the instance's admin tokens too.",
      answer: .json(
        .object([.required("keys", .array(.ref("Key")))]), "Keys, revoked ones included, oldest first.",
        example: ["keys": [Self.keyExample]])
    ) { call async throws(Problem) in
      let keys = try await keyService.keys(of: call.project, seenBy: call.access)
      return Self.answer(.object(["keys": .array(keys.map { json($0, value: $0.publicValue) })]))
    }
  }

  private var createKey: ControlOperation {
    ControlOperation(
      "createKey", .post, Self.keysPath, needs: .administer, "Make a key",
      body: .json(
        .object(
          [
            .required("kind", .oneOf(TokenKind.allCases.map(\.rawValue))),
            .optional("environment", .string("Its environment's key; required unless it is an admin token.").orNull),
            .optional("name", .string("What people call it, 1 to 100 bytes.").orNull),
            .optional("reason", .ref("Reason")),
          ] + Self.scopeMembers + Self.limitMembers),
        example: ["kind": "client", "environment": "production", "name": "iOS app"]),
      answer: .json(
        .ref("Key"), "The key; the secret of a server key or admin token is shown here and never again.", status: 201,
        example: Self.keyExample, headers: [Self.location])
    ) { call async throws(Problem) in
      let (record, token) = try await keyService.create(
        kind: call.body.requiredString("kind"), environment: call.body.string("environment"),
        name: call.body.string("name"), limits: Self.limits(call.body),
        scope: KeyScope(flags: call.body.strings("flags") ?? [], origins: call.body.strings("origins") ?? []),
        expiresAt: Self.instant("expiresAt", call.body), in: call.project, by: call.caller,
        creator: call.access.limits, reason: call.body.reason())
      return Self.answer(
        json(record, value: token.text), status: 201,
        headers: [(name: "Location", value: "\(call.request.path)/\(record.id)")])
    }
  }

  private var updateKey: ControlOperation {
    ControlOperation(
      "updateKey", .patch, Self.keysPath + "/{key}", needs: .administer,
      "Change what a key is called, which flags it sees and which web pages may use it",
      details: "What is left out stays. The key itself stays the same.",
      body: .json(
        .object(
          [
            .optional("name", .string("What people call it, 1 to 100 bytes.").orNull),
            .optional("reason", .ref("Reason")),
          ] + Self.scopeMembers), example: ["origins": ["https://app.example.com"]]),
      answer: .json(.ref("Key"), "The key as it is now.", example: Self.keyExample)
    ) { call async throws(Problem) in
      let record = try await keyService.edit(
        call["key"], name: call.body.string("name"), flags: call.body.strings("flags"),
        origins: call.body.strings("origins"), in: call.project, seenBy: call.access, by: call.caller,
        reason: call.body.reason())
      return Self.answer(json(record, value: record.publicValue))
    }
  }

  private var revokeKey: ControlOperation {
    ControlOperation(
      "revokeKey", .delete, Self.keysPath + "/{key}", needs: .administer,
      "Revoke a key: it is refused from the next request on",
      details: "The last admin token of the instance goes only by `force` while no account administers it (409).",
      body: .forced,
      answer: .nothing("The key is revoked; revoking it twice changes nothing.")
    ) { call async throws(Problem) in
      try await keyService.revoke(
        call["key"], in: call.project, seenBy: call.access, by: call.caller, reason: call.body.reason(),
        force: call.body.boolean("force") ?? false)
      return Self.nothing
    }
  }

  private var rotateKey: ControlOperation {
    ControlOperation(
      "rotateKey", .post, Self.keysPath + "/{key}/rotate", needs: .administer, "Put a new key in the place of one",
      details: Self.rotationDetails, body: Self.rotationBody,
      answer: .json(
        .ref("Key"), "The new key; the secret of a server key or admin token is shown here and never again.",
        status: 201, example: Self.keyExample)
    ) { call async throws(Problem) in
      let (record, token) = try await keyService.rotate(
        call["key"], in: call.project, seenBy: call.access, overlap: Self.overlap(call.body), by: call.caller,
        reason: call.body.reason())
      return Self.answer(json(record, value: token.text), status: 201)
    }
  }

  /// What can be said of a client or server key when it is made and later.
  private static let scopeMembers: [Schema.Member] = [
    .optional(
      "flags", Schema.keyFlags(description: "Which flags it sees; empty for all. Not for admin tokens.").orNull),
    .optional(
      "origins",
      Schema.keyOrigins(description: "The origins of web pages that may use it; only for client keys.").orNull
    ),
  ]

  private func json(_ record: TokenRecord, value: String?) -> JSONValue {
    var object = lifeJSON(record)
    let environment = record.environmentID.map { keeper.state.rulesets[$0]?.environment.key ?? $0 }
    object["id"] = .string(record.id)
    object["kind"] = .string(record.kind.rawValue)
    object["name"] = .string(record.name)
    object["environment"] = environment.map(JSONValue.string) ?? .null
    object["flags"] = .array(record.flags.map(JSONValue.string))
    object["origins"] = .array(record.origins.map(JSONValue.string))
    object["value"] = value.map(JSONValue.string) ?? .null
    return .object(object)
  }
}
