import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let sessionPath = "/api/v1/session"

  /// Signing in and out, and who one is.
  var sessionOperations: [ControlOperation] {
    [signIn, getSession, changePassword, signOut, signOutEverywhere, endAccountSessions]
  }

  private static let sessionExample: JSONValue = [
    "actor": "account:a_k3b5x7q2m4n6p8r2", "account": accountExample, "csrfToken": "9f3c…", "scopes": [],
    "instance": false, "projects": ["shop": ["role": "editor", "releases": ["production"]]],
  ]

  static let cookieHeader = OperationParameter(
    "Set-Cookie", .string(), "The session, for browsers: `__Host-serin`, HttpOnly, Secure, SameSite=Strict.")

  private var signIn: ControlOperation {
    ControlOperation(
      "signIn", .post, Self.sessionPath, needs: .anybody, "Sign in with an address and a password",
      details: "After some failures in a row an address or a source has to wait: 429 with `Retry-After`.",
      body: .json(
        .object([.required("email", .string()), .required("password", .string())]),
        example: ["email": "ann@example.com", "password": "correct horse battery"]),
      answer: .json(
        .ref("Session"), "Signed in.", example: Self.sessionExample, headers: [Self.cookieHeader])
    ) { call async throws(Problem) in
      let session = try await people.signIn.signIn(
        email: call.body.requiredString("email"), password: call.body.requiredString("password"),
        source: people.proxies.source(of: call.request))
      // An id that somebody may have put there before is good for nothing afterwards.
      if let earlier = SessionCookie.id(in: call.request.headers) { try await people.sessions.end(id: earlier) }
      return try await answer(session)
    }
  }

  private var getSession: ControlOperation {
    ControlOperation(
      "getSession", .get, Self.sessionPath, needs: .signedIn, "Who asks, and what they may do",
      answer: .json(.ref("Session"), "The caller.", example: Self.sessionExample)
    ) { call async throws(Problem) in
      var account: AccountRecord?
      if let id = call.access.accountID { account = try await people.accounts.rights(of: id).account }
      return Self.answer(json(call.access, account))
    }
  }

  private var changePassword: ControlOperation {
    ControlOperation(
      "changePassword", .put, Self.sessionPath + "/password", needs: .signedIn, "Change one's own password",
      details: "Every session of the account ends, and the answer has a new one. It takes a session, not a token.",
      body: .json(
        .object([.required("password", .string("The current one.")), .required("newPassword", .newPassword)]),
        example: ["password": "correct horse battery", "newPassword": "another good password"]),
      answer: .json(
        .ref("Session"), "The new session.", example: Self.sessionExample, headers: [Self.cookieHeader])
    ) { call async throws(Problem) in
      guard let accountID = call.access.accountID, call.access.sessionID != nil else {
        throw Problem(.forbidden, "this takes a session of an account; a token cannot change a password")
      }
      let session = try await people.accounts.changePassword(
        of: accountID, from: call.body.requiredString("password"), to: call.body.requiredString("newPassword"),
        source: people.proxies.source(of: call.request), by: call.caller)
      return try await answer(session)
    }
  }

  private var signOut: ControlOperation {
    ControlOperation(
      "signOut", .delete, Self.sessionPath, needs: .signedIn, "Sign out",
      answer: .nothing("The session is over. With a token nothing happens.")
    ) { call async throws(Problem) in
      if let id = call.access.sessionID { try await people.sessions.end(id: id) }
      var response = Self.nothing
      response.headers.append(SessionCookie.clearing)
      return response
    }
  }

  private var signOutEverywhere: ControlOperation {
    ControlOperation(
      "signOutEverywhere", .delete, "/api/v1/sessions", needs: .signedIn, "Sign out in every browser",
      details: "It takes a session, not a token. Tokens go on working.",
      answer: .nothing("Every session of the account is over, the one that asks included.")
    ) { call async throws(Problem) in
      guard let accountID = call.access.accountID, call.access.sessionID != nil else {
        throw Problem(.forbidden, "this takes a session of an account; a token cannot sign its owner out")
      }
      try await people.sessions.endAll(of: accountID)
      var response = Self.nothing
      response.headers.append(SessionCookie.clearing)
      return response
    }
  }

  private var endAccountSessions: ControlOperation {
    ControlOperation(
      "endAccountSessions", .delete, "/api/v1/accounts/{account}/sessions", needs: .instance,
      "Sign somebody out in every browser",
      details: "`{account}` is an id or an address. They can sign in again; disable the account to keep them out.",
      answer: .nothing("Every session of the account is over.")
    ) { call async throws(Problem) in
      try await people.sessions.endAll(of: people.accounts.rights(of: call["account"]).account.id)
      return Self.nothing
    }
  }

  /// The answer that gives a browser a session.
  func answer(_ session: SessionService.New, status: Int = 200) async throws(Problem) -> HTTPResponse {
    let rights = try await people.accounts.rights(of: session.record.accountID)
    let access = Access(
      actor: "account:\(rights.account.id)", accountID: rights.account.id, reach: Access.Reach(rights),
      sessionID: session.id)
    return Self.answer(json(access, rights.account), status: status, headers: [SessionCookie.setting(session)])
  }

  private func json(_ access: Access, _ account: AccountRecord?) -> JSONValue {
    let state = keeper.state
    var projects: JSONObject = [:]
    if case .projects(let grants) = access.reach {
      for project in state.projects {
        guard let grant = grants[project.id] else { continue }
        projects[project.key] = .object([
          "role": grant.role.map { .string($0.rawValue) } ?? .null,
          "releases": environmentKeys(Array(grant.releases)),
        ])
      }
    }
    return .object([
      "actor": .string(access.actor), "account": account.map(Self.json) ?? .null,
      "csrfToken": access.sessionID.map { .string(SessionService.csrfToken(of: $0)) } ?? .null,
      "scopes": .array(access.limits.scopes.map { .string($0.rawValue) }),
      "instance": .bool(access.reach == .instance), "projects": .object(projects),
    ])
  }
}
