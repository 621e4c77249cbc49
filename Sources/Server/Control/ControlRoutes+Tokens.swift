import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let tokensPath = "/api/v1/tokens"

  /// Tokens of accounts and of the instance.
  var tokenOperations: [ControlOperation] { [listTokens, createToken, rotateToken, revokeToken] }

  private static let tokenExample: JSONValue = [
    "id": "k3b5x7q2m4n6p8r2", "name": "nightly", "account": "a_k3b5x7q2m4n6p8r2", "scopes": ["read"],
    "environments": [], "createdAt": "2027-01-15T09:00:00.000Z", "expiresAt": "2027-06-01T00:00:00.000Z",
    "lastUsed": "2027-01-16", "revokedAt": .null, "value": .null,
  ]

  private var listTokens: ControlOperation {
    ControlOperation(
      "listTokens", .get, Self.tokensPath, needs: .signedIn, "One's own tokens, and those of the instance",
      details: "Those of the instance for its administrators only. Secrets are not shown.",
      answer: .json(
        .object([.required("tokens", .array(.ref("Token")))]), "Tokens, revoked ones included, oldest first.",
        example: ["tokens": [Self.tokenExample]])
    ) { call async throws(Problem) in
      let tokens = try await tokens(seenBy: call.access)
      return Self.answer(.object(["tokens": .array(tokens.map { tokenJSON($0, value: nil) })]))
    }
  }

  private var createToken: ControlOperation {
    ControlOperation(
      "createToken", .post, Self.tokensPath, needs: .signedIn, "Make a token of one's own, or one of the instance",
      details: """
        A token of an account may at most what the account may when it is used, and no token may more than the one that makes \
        it. Of the instance only its administrators make one.
        """,
      body: .json(
        .object(
          [
            .required("name", .string("What people call it, 1 to 100 bytes.")),
            .optional("kind", .oneOf(["personal", "instance"], "`personal` when left out.").orNull),
          ] + Self.limitMembers + [.optional("reason", .ref("Reason"))]),
        example: ["name": "nightly", "scopes": ["read"], "expiresAt": "2027-06-01T00:00:00Z"]),
      answer: .json(
        .ref("Token"), "The token; its value is shown here and never again.", status: 201,
        example: Self.tokenExample, headers: [Self.location])
    ) { call async throws(Problem) in
      try Self.checkMayManage(call.access)
      let (record, token) = try await keyService.createToken(
        name: call.body.requiredString("name"), account: try await owner(call), limits: Self.limits(call.body),
        expiresAt: Self.instant("expiresAt", call.body), creator: call.access, by: call.caller,
        reason: call.body.reason())
      return Self.answer(
        tokenJSON(record, value: token.text), status: 201,
        headers: [(name: "Location", value: "\(Self.tokensPath)/\(record.id)")])
    }
  }

  private var rotateToken: ControlOperation {
    ControlOperation(
      "rotateToken", .post, Self.tokensPath + "/{token}/rotate", needs: .signedIn,
      "Put a new token in the place of one of them", details: Self.rotationDetails, body: Self.rotationBody,
      answer: .json(
        .ref("Token"), "The new token; its value is shown here and never again.", status: 201,
        example: Self.tokenExample)
    ) { call async throws(Problem) in
      try Self.checkMayManage(call.access)
      let (record, token) = try await keyService.rotate(
        try await token(call), overlap: Self.overlap(call.body), creator: call.access.limits, by: call.caller,
        reason: call.body.reason())
      return Self.answer(tokenJSON(record, value: token.text), status: 201)
    }
  }

  private var revokeToken: ControlOperation {
    ControlOperation(
      "revokeToken", .delete, Self.tokensPath + "/{token}", needs: .signedIn,
      "Revoke one of them: it is refused from the next request on",
      details: "The last admin token of the instance goes only by `force` while no account administers it (409).",
      body: .forced, answer: .nothing("The token is revoked; revoking it twice changes nothing.")
    ) { call async throws(Problem) in
      let token = try await token(call)
      // A token may always end itself.
      if call.access.actor != "token:\(token.id)" { try Self.checkMayManage(call.access) }
      try await keyService.revoke(
        token, by: call.caller, reason: call.body.reason(),
        force: call.body.boolean("force") ?? false)
      return Self.nothing
    }
  }

  /// Refuses a token that was narrowed to less than managing: it would widen or renew itself.
  private static func checkMayManage(_ access: Access) throws(Problem) {
    guard access.limits.scopes.allows(.admin) else {
      throw Problem(.forbidden, "a token manages tokens only with the scope \"admin\"")
    }
  }

  /// The account that a new token is of; nil for one of the instance.
  private func owner(_ call: ControlCall) async throws(Problem) -> AccountRecord? {
    switch try call.body.string("kind") ?? "personal" {
    case "instance":
      guard call.access.has(.instance) else { throw Problem(.forbidden, "this takes \(Permission.instance.holder)") }
      return nil
    case "personal":
      guard let id = call.access.accountID else {
        throw Problem(path: "kind", message: "a token without an account makes tokens of the kind \"instance\" only")
      }
      return try await people.accounts.rights(of: id).account
    case let other: throw Problem(path: "kind", message: "\"\(other)\" is not one of: personal, instance")
    }
  }

  private func tokens(seenBy access: Access) async throws(Problem) -> [TokenRecord] {
    try await keyService.tokens().filter { token in
      guard token.kind == .admin, token.projectID == nil else { return false }
      guard let owner = token.accountID else { return access.has(.instance) }
      return owner == access.accountID
    }
  }

  private func token(_ call: ControlCall) async throws(Problem) -> TokenRecord {
    guard let found = try await tokens(seenBy: call.access).first(where: { $0.id == call["token"] }) else {
      throw Problem(.notFound, "there is no token \"\(call["token"])\" of yours")
    }
    return found
  }

  private func tokenJSON(_ record: TokenRecord, value: String?) -> JSONValue {
    var object = lifeJSON(record)
    object["id"] = .string(record.id)
    object["name"] = .string(record.name)
    object["account"] = record.accountID.map(JSONValue.string) ?? .null
    object["value"] = value.map(JSONValue.string) ?? .null
    return .object(object)
  }
}
