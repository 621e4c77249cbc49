import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let setupPath = "/api/v1/setup"

  /// The first account, and accounts by invitation: for people who have none yet.
  var setupOperations: [ControlOperation] { [getSetup, setUp, acceptInvitation] }

  private static let newAccountMembers: [Schema.Member] = [
    .required("secret", .string("The secret of the link.")), .required("name", .string("What other people read.")),
    .required("password", .newPassword),
  ]

  private static let newSessionExample: JSONValue = [
    "actor": "account:a_k3b5x7q2m4n6p8r2", "account": accountExample, "csrfToken": "9f3c…", "scopes": [],
    "instance": true, "projects": [:],
  ]

  private var getSetup: ControlOperation {
    ControlOperation(
      "getSetup", .get, Self.setupPath, needs: .anybody, "Whether the server waits for its first account",
      answer: .json(
        .object([.required("open", .boolean("Whether there is no account yet."))]), "Whether it does.",
        example: ["open": true])
    ) { _ async throws(Problem) in Self.answer(["open": .bool(try await people.setup.isOpen())]) }
  }

  private var setUp: ControlOperation {
    ControlOperation(
      "setUp", .post, Self.setupPath, needs: .anybody, "Make the first account, an administrator of the instance",
      details:
        "With the secret that the first start printed, within 15 minutes, from the server's own machine or over TLS.",
      body: .json(
        .object(Self.newAccountMembers + [.required("email", .string())]),
        example: [
          "secret": "k3b5…", "email": "ann@example.com", "name": "Ann", "password": "correct horse battery",
        ]),
      answer: .json(
        .ref("Session"), "The account is made and signed in.", status: 201, example: Self.newSessionExample,
        headers: [Self.cookieHeader])
    ) { call async throws(Problem) in
      let account = try await people.setup.complete(
        secret: call.body.requiredString("secret"), email: call.body.requiredString("email"),
        name: call.body.requiredString("name"), password: call.body.requiredString("password"),
        isConfidential: isConfidential(call.request), passwords: people.passwords,
        requestID: call.request.id ?? "")
      return try await answer(try await people.sessions.open(account), status: 201)
    }
  }

  private var acceptInvitation: ControlOperation {
    ControlOperation(
      "acceptInvitation", .post, "/api/v1/invitations/accept", needs: .anybody,
      "Take what a link gives, and make the account that it is for",
      details: "Whoever has an account already joins with its password, and keeps the name.",
      body: .json(
        .object(Self.newAccountMembers),
        example: ["secret": "k3b5…", "name": "Bob", "password": "correct horse battery"]),
      answer: .json(
        .ref("Session"), "The account has it and is signed in.", status: 201, example: Self.newSessionExample,
        headers: [Self.cookieHeader])
    ) { call async throws(Problem) in
      let account = try await people.invitations.accept(
        secret: call.body.requiredString("secret"), name: call.body.requiredString("name"),
        password: call.body.requiredString("password"), requestID: call.request.id ?? "",
        joining: people.signIn, from: people.proxies.source(of: call.request))
      let current = try await people.accounts.rights(of: account.id).account
      return try await answer(try await people.sessions.open(current), status: 201)
    }
  }

  /// Whether nobody between the person and this server can read along.
  ///
  /// What a proxy says counts only where it runs on this machine or is trusted: from elsewhere anybody could say it.
  private func isConfidential(_ request: HTTPRequest) -> Bool {
    let isBelieved = request.remoteAddress.isLoopback || people.proxies.contains(request.remoteAddress)
    return PageRoute.isLocal(request)
      || (isBelieved && request.headers["x-forwarded-proto"]?.lowercased() == "https")
  }
}
