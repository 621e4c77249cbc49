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
        .required("flags", keyFlags(description: "Which flags it sees; empty for all.")),
        .required("origins", keyOrigins(description: "The origins of web pages that may use it.")),
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

  /// The patterns of the flags that a key sees.
  static func keyFlags(description: String) -> Schema {
    var schema = Schema.array(
      .string("A flag's key, or the beginning of keys with * behind, such as `checkout_*`.", length: 1...257),
      description)
    schema.json["maxItems"] = .number(Double(FlagFilter.maximumPatterns))
    return schema
  }

  /// The origins that may use a key.
  static func keyOrigins(description: String) -> Schema {
    var schema = Schema.array(
      .string("Such as `https://app.example.com`; `*` for every origin.", length: 1...WebOrigin.maximumBytes),
      description)
    schema.json["maxItems"] = .number(Double(WebOrigin.maximumCount))
    return schema
  }
}
