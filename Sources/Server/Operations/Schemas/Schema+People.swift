import Store

extension Schema {
  private static let releases = Schema.array(.string(), "The keys of the environments that they release.")
  private static let role = Schema.oneOf(ProjectRole.allCases.map(\.rawValue), "Null for somebody who only releases.")
    .orNull

  private static let accountMembers: [Member] = [
    .required("id", .string("`a_` and 16 characters.")), .required("email", .string("What they sign in with.")),
    .required("name", .string("What other people read.")),
    .required("disabledAt", .instant("When the account was disabled.").orNull),
  ]

  /// What answers about people are made of.
  static let people: [(name: String, schema: Schema)] = [
    (
      "Account",
      .object(
        accountMembers + [
          .required("root", .boolean("Whether they administer the instance.")),
          .required("version", .integer("Grows with every change.")),
          .required("createdAt", .instant("When it was made.")),
        ])
    ),
    ("Member", .object(accountMembers + [.required("role", role), .required("releases", releases)])),
    (
      "Session",
      .object([
        .required("actor", .string("How the audit log names the caller.")),
        .required("account", .ref("Account").orNull),
        .required(
          "csrfToken", .string("What requests that change something carry as `X-CSRF-Token`; null with a token.").orNull
        ),
        .required(
          "scopes",
          .array(.oneOf(TokenScope.allCases.map(\.rawValue)), "What the token is narrowed to; empty: nothing.")),
        .required("instance", .boolean("Whether the caller administers the instance.")),
        .required(
          "projects",
          .map(
            .object([.required("role", role), .required("releases", releases)]),
            "What the caller is in projects, by key."
          )),
      ])
    ),
    (
      "Invitation",
      .object([
        .required("id", .string("`i_` and 16 characters.")), .required("email", .string("Who is invited.")),
        .required("root", .boolean("Whether they will administer the instance.")), .required("role", role),
        .required("releases", releases), .required("createdBy", .string("Who made it, as the audit log names them.")),
        .required("createdAt", .instant("When it was made.")),
        .required("expiresAt", .instant("From when on it is refused.")),
        .required("acceptedAt", .instant("When it was used.").orNull),
        .required("revokedAt", .instant("When it was taken back.").orNull),
        .optional("secret", .string("The secret of the link; only in the answer that made it.")),
      ])
    ),
    (
      "Token",
      .object([
        .required("id", .string("The public part of the token.")), .required("name", .string("What people call it.")),
        .required("account", .string("The id of the account that it is of; null for one of the instance.").orNull),
        .required("scopes", tokenScopes), .required("environments", tokenEnvironments),
        .required("createdAt", .instant("When it was made.")), .required("expiresAt", tokenExpiry),
        .required("lastUsed", tokenLastUse), .required("revokedAt", .instant("When it was revoked.").orNull),
        .required("value", .string("The token itself, once, in the answer that made it.").orNull),
      ])
    ),
  ]

  /// What a token is narrowed to.
  static let tokenScopes = Schema.array(
    .oneOf(TokenScope.allCases.map(\.rawValue)), "What an admin token is narrowed to; empty for no narrowing.")
  static let tokenEnvironments = Schema.array(
    .string(), "The environments that its writing is limited to, as `project/environment`; empty for no limit.")
  static let tokenExpiry = Schema.instant("From when on it is refused.").orNull
  static let tokenLastUse = Schema.string("The day of its last use, written down within a minute.", format: "date")
    .orNull

  /// A password that somebody chooses.
  static let newPassword = Schema.string(
    "At least \(PersonalData.minimumPasswordLength) characters and at most \(PersonalData.maximumPasswordBytes) bytes.",
    length: PersonalData.minimumPasswordLength...PersonalData.maximumPasswordBytes)

  /// What somebody becomes in a project.
  static let grantMembers: [Member] = [
    .optional("role", .oneOf(ProjectRole.allCases.map(\.rawValue)).orNull), .optional("releases", releases.orNull),
  ]
}
