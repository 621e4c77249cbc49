import SerinFlags

/// What commands about invitations have in common.
enum Invitations {
  static let instance = OptionSpec.flag(
    "instance", help: "Those to the instance instead of a project; it takes an administrator of it.")

  /// Where the invitations are that the options name.
  static func path(_ call: CommandCall, on server: ServerClient) async throws(CommandFailure) -> [String] {
    (try await call.projectPath(on: server, unless: instance) ?? []) + ["invitations"]
  }

  /// What whoever is invited becomes, in words.
  static func grant(of invitation: JSONValue) -> String {
    if invitation["root"] == true { return "root" }
    let releases = (invitation["releases"]?.arrayValue ?? []).map(FlagText.plain)
    let role = invitation["role"]?.stringValue
    let words = [role, releases.isEmpty ? nil : "releaser of " + releases.joined(separator: ", ")]
    let known = words.compactMap(\.self)
    return known.isEmpty ? "account" : known.joined(separator: ", ")
  }

  /// Whether the link works, or what became of it.
  static func state(of invitation: JSONValue, at now: Timestamp) -> String {
    if invitation["revokedAt"]?.stringValue != nil { return "revoked" }
    if invitation["acceptedAt"]?.stringValue != nil { return "used" }
    let expiry = invitation["expiresAt"]?.stringValue.flatMap { Timestamp(parsing: $0) }
    return expiry.map { $0 <= now } ?? false ? "expired" : "open"
  }
}
