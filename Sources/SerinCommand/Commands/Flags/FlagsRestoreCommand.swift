import SerinFlags

/// `serin flags restore`: a flag that is again what it was.
enum FlagsRestoreCommand: Command {
  static let description = CommandDescription(
    "flags restore", summary: "Make a flag what it was at an earlier version.",
    discussion: [
      """
      It becomes a new version with the rule ids and salts of the earlier one, so that everybody is in the group they \
      were in. A kill or archiving stays as it is; "serin flags unkill" and "serin flags unarchive" take those back.
      """
    ],
    positionals: [.flagKey, .version], options: [.reason], sharedOptions: .environmentTarget,
    examples: [
      ("serin flags restore new_checkout 3.7 --reason \"too early\"", "Takes back what came after that version.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let version = call.arguments.positional(1) ?? ""
    let server = try call.controlServer()
    let path = try await call.environmentPath(on: server) + ["flags", call.flagKey, "versions", version, "restore"]
    let view = try await server.post(path, call.reasonBody)
    try server.check(view, has: "key", equalTo: .string(call.flagKey))
    let now = view["etag"].map(FlagText.plain) ?? "?"
    return try call.show(
      view, as: "\(call.flagKey) in \(call.environmentKey) is as it was at \(version), as version \(now).")
  }
}

extension PositionalSpec {
  /// A version of a flag.
  static let version = PositionalSpec("VERSION", help: "A version, such as 3.8; \"serin flags history\" lists them.")
}
