import HTTP
import SerinFlags
import Store

// What keys of projects and tokens of accounts have in common.
extension ControlRoutes {
  /// What a token can be narrowed to when it is made.
  static let limitMembers: [Schema.Member] = [
    .optional("scopes", Schema.tokenScopes.orNull), .optional("environments", Schema.tokenEnvironments.orNull),
    .optional("expiresAt", Schema.tokenExpiry),
  ]

  static let rotationDetails =
    "It has the same name, place and limits, and the same length of life, which must not go beyond that of the token that "
    + "asks. The old one expires after `overlap` seconds, a day when left out."

  static let rotationBody = OperationBody.json(
    .object([
      .optional("overlap", .integer("In seconds.", in: 0...7_776_000).orNull), .optional("reason", .ref("Reason")),
    ]), example: ["overlap": 172_800], isRequired: false)

  /// The narrowing that a request asks for, with environments as it names them.
  static func limits(_ body: ControlBody) throws(Problem) -> TokenLimits {
    TokenLimits(
      scopes: try NewToken.scopes(body.strings("scopes") ?? []), environments: try body.strings("environments") ?? [])
  }

  /// An instant of the body, in milliseconds since 1970 UTC.
  static func instant(_ name: String, _ body: ControlBody) throws(Problem) -> Int64? {
    guard let text = try body.string(name) else { return nil }
    guard let instant = Timestamp(parsing: text) else {
      throw Problem(path: name, message: "\"\(text)\" is not an instant such as 2027-06-01T00:00:00Z")
    }
    return instant.microseconds / 1000
  }

  /// The overlap of a rotation, in milliseconds.
  static func overlap(_ body: ControlBody) throws(Problem) -> Int64? {
    try body.integer("overlap", in: 0...7_776_000).map { $0 * 1000 }
  }

  /// What is told about the life and the limits of a token.
  func lifeJSON(_ record: TokenRecord) -> JSONObject {
    let state = keeper.state
    let environments = record.environments.map { id -> JSONValue in
      guard let environment = state.rulesets[id]?.environment,
        let project = state.projects.first(where: { $0.id == environment.projectID })
      else { return .string(id) }
      return .string("\(project.key)/\(environment.key)")
    }
    return [
      "scopes": .array(record.scopes.map { .string($0.rawValue) }), "environments": .array(environments),
      "createdAt": .string(Instants.text(record.createdAt)),
      "expiresAt": record.expiresAt.map { .string(Instants.text($0)) } ?? .null,
      "lastUsed": record.lastUsedDay.map { .string(String(Instants.text($0 * 86_400_000).prefix(10))) } ?? .null,
      "revokedAt": record.revokedAt.map { .string(Instants.text($0)) } ?? .null,
    ]
  }
}
