import SerinFlags
import Store

extension Schema {
  /// What answers about keys are made of.
  static let keys: [(name: String, schema: Schema)] = [
    (
      "Key",
      .object([
        .required("id", .string("The public part of the key.")),
        .required("kind", .oneOf(TokenKind.allCases.map(\.rawValue))),
        .required("name", .string("What people call it.")),
        .required("environment", .string("The environment that it belongs to; null for admin tokens.").orNull),
        .required("scopes", tokenScopes), .required("environments", tokenEnvironments),
        .required("createdAt", .instant("When it was made.")), .required("expiresAt", tokenExpiry),
        .required("lastUsed", tokenLastUse),
        .required("revokedAt", .instant("When it was revoked.").orNull),
        .required(
          "value",
          .string("The key itself: of a client key any time, of a secret once, in the answer that made it.").orNull),
      ])
    )
  ]
}
