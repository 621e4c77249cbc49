import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let accountsPath = "/api/v1/accounts"

  /// Accounts, for administrators of the instance.
  var accountOperations: [ControlOperation] { [listAccounts, getAccount, updateAccount] }

  static let accountExample: JSONValue = [
    "id": "a_k3b5x7q2m4n6p8r2", "email": "ann@example.com", "name": "Ann", "root": false, "version": 1,
    "createdAt": "2027-01-15T09:00:00.000Z", "disabledAt": .null,
  ]

  private var listAccounts: ControlOperation {
    ControlOperation(
      "listAccounts", .get, Self.accountsPath, needs: .instance, "Everybody who can sign in, and who could",
      answer: .json(
        .object([.required("accounts", .array(.ref("Account")))]), "Accounts by address, disabled ones included.",
        example: ["accounts": [Self.accountExample]])
    ) { _ async throws(Problem) in
      let accounts = try await people.accounts.accounts()
      return Self.answer(.object(["accounts": .array(accounts.map(Self.json))]))
    }
  }

  private var getAccount: ControlOperation {
    ControlOperation(
      "getAccount", .get, Self.accountsPath + "/{account}", needs: .instance, "One account, by id or address",
      answer: .json(
        .ref("Account"), "The account.", example: Self.accountExample, headers: [EditVersion.entityTag])
    ) { call async throws(Problem) in
      Self.answer(try await people.accounts.rights(of: call["account"]).account)
    }
  }

  private var updateAccount: ControlOperation {
    ControlOperation(
      "updateAccount", .patch, Self.accountsPath + "/{account}", needs: .instance,
      "Rename, disable or enable an account, or make it an administrator of the instance",
      details: """
        What changes rights ends the account's sessions. The last administrator of the instance stays (409), and the last admin \
        of a project unless `force` is true.
        """,
      headers: [
        OperationParameter(
          "If-Match", EditVersion.schema, "The ETag that the edit started from; whatever is there when left out.")
      ],
      body: .json(
        .object([
          .optional("name", .string("What other people read.").orNull), .optional("root", .boolean().orNull),
          .optional("disabled", .boolean().orNull), .optional("force", .boolean().orNull),
          .optional("reason", .ref("Reason")),
        ]), example: ["disabled": true, "reason": "left the company"]),
      answer: .json(
        .ref("Account"), "The account as it is now.", example: Self.accountExample, headers: [EditVersion.entityTag])
    ) { call async throws(Problem) in
      let change = AccountChange(
        name: try call.body.string("name"), isRoot: try call.body.boolean("root"),
        isDisabled: try call.body.boolean("disabled"), version: try Self.version(of: call.request))
      let rights = try await people.accounts.change(
        call["account"], change, mayLeaveProjects: call.body.boolean("force") ?? false, by: call.caller,
        reason: call.body.reason())
      return Self.answer(rights.account)
    }
  }

  /// The version that an edit started from: shutting somebody out must not wait for anybody, so it may be left out.
  private static func version(of request: HTTPRequest) throws(Problem) -> Int64? {
    request.headers.contains("if-match") ? try EditVersion.required(request) : nil
  }

  private static func answer(_ account: AccountRecord) -> HTTPResponse {
    answer(json(account), headers: [EditVersion.header(account.version)])
  }

  /// An account as answers have it.
  static func json(_ account: AccountRecord) -> JSONValue {
    .object([
      "id": .string(account.id), "email": .string(account.email), "name": .string(account.name),
      "root": .bool(account.isRoot), "version": .number(Double(account.version)),
      "createdAt": .string(Instants.text(account.createdAt)),
      "disabledAt": account.disabledAt.map { .string(Instants.text($0)) } ?? .null,
    ])
  }
}
