import SerinFlags

/// What commands do with the versions of a flag or a segment, which both have alike.
struct VersionCommands {
  static let flags = VersionCommands(collection: "flags", version: "3.8")
  static let segments = VersionCommands(collection: "segments", version: "2.5")

  /// What they are called in paths and in names of commands.
  let collection: String
  /// What a version may look like.
  private let version: String

  private static let limit = OptionSpec.value(
    "limit", "COUNT", fallback: "20", help: "The most versions that are listed, up to 100.")
  private static let before = OptionSpec.value("before", "VERSION", help: "List only versions before this one.")

  /// The options of a history.
  static let options = [limit, before]

  /// The version that a command is about, after the key.
  var positional: PositionalSpec {
    PositionalSpec("VERSION", help: "A version, such as \(version); \"serin \(collection) history\" lists them.")
  }

  /// Lists a page of the versions, newest first.
  func list(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var query = [("limit", "\(try call.arguments.wholeNumber(Self.limit, in: 1...100) ?? 20)")]
    if let version = call.arguments[Self.before] { query.append(("before", version)) }
    let server = try call.controlServer()
    let answer = try await server.get(path(call, on: server), query: query)
    var table = Table("VERSION", "WHEN", "WHO", "ACTION", "REASON", "CHANGED")
    for version in try server.array("versions", in: answer) {
      table.add(
        .text(version["version"]) { $0.bold($1) }, .text(version["at"]), .text(version["by"]),
        .text(version["action"]), .text(version["reason"]), Table.Cell(ChangeText.summary(version["changes"])))
    }
    let code = try call.show(answer, as: table, whenEmpty: "there is no version before that one")
    if let next = answer["next"]?.stringValue {
      try call.console.remark("there are older versions: --before \(next) shows them")
    }
    return code
  }

  /// Makes it what it was at a version, and tells which version that is now.
  func restore(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let version = call.arguments.positional(1) ?? ""
    let server = try call.controlServer()
    let view = try await server.post(path(call, on: server) + [version, "restore"], call.reasonBody)
    let key = Self.key(call)
    try server.check(view, has: "key", equalTo: .string(key))
    let now = view["etag"].map(FlagText.plain) ?? "?"
    return try call.show(view, as: "\(key) in \(call.environmentKey) is as it was at \(version), as version \(now).")
  }

  private func path(_ call: CommandCall, on server: ServerClient) async throws(CommandFailure) -> [String] {
    try await call.environmentPath(on: server) + [collection, Self.key(call), "versions"]
  }

  private static func key(_ call: CommandCall) -> String { call.arguments.positional(0) ?? "" }
}
