import SerinFlags

/// `serin flags edit`: members of a flag's document, or all of it, changed in one environment.
enum FlagsEditCommand: Command {
  private static let version = OptionSpec.value(
    "version", "VERSION",
    help: "With --file: the version that the edit started from, as \"serin flags show\" tells it; * for any.")

  static let description = CommandDescription(
    "flags edit", summary: "Change members of a flag's document, or replace it.",
    discussion: [
      """
      --set changes members and leaves the others as they are. --file replaces the document: rules keep their ids and salts, \
      since a rule with another salt reaches other users. What somebody else changes at the same time is kept, unless it is \
      the same member: then the exit code is 2, and nothing is written.
      """
    ],
    positionals: [.flagKey], options: [.members, FlagsCreateCommand.file, version, .reason],
    sharedOptions: .environmentTarget,
    examples: [
      ("serin flags edit new_checkout --set default=on --reason \"release 5.2\"", "Turns it on where no rule decides."),
      ("serin flags edit new_checkout --set expires:json=null", "Takes a member out."),
      ("serin flags edit new_checkout --file new_checkout.json --version 3.8", "Replaces its document."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let arguments = call.arguments
    guard arguments.isGiven(.members) != arguments.isGiven(FlagsCreateCommand.file) else {
      throw .usage(
        "give either --set, once for each member, or --file with the whole document", helpFor: description.path)
    }
    guard !arguments.isGiven(.members) || !arguments.isGiven(version) else {
      throw .usage("--version belongs to --file: --set starts from what is there")
    }
    guard arguments.isGiven(.members) || arguments.isGiven(version) else {
      throw .usage("--file needs --version: otherwise what others have changed since would be lost")
    }
    let members = try call.members(.members)
    var body = call.reasonBody
    if let name = arguments[FlagsCreateCommand.file] { body["document"] = try call.document(in: name) }
    let server = try call.controlServer()
    let path = try await call.environmentPath(on: server) + ["flags", call.flagKey]
    let before = try await server.get(path)
    if body["document"] == nil { body["document"] = .object(try document(of: before, with: members, server)) }
    let tag = try server.entityTag(of: before)
    let view = try await server.put(path, body, version: arguments[version] ?? tag)
    try server.check(view, has: "key", equalTo: .string(call.flagKey))
    let place = "\(call.flagKey) in \(call.environmentKey)"
    let now = view["etag"].map(FlagText.plain) ?? "?"
    return try call.show(view, as: now == tag ? "\(place) is as it was." : "\(place) is changed, as version \(now).")
  }

  /// What is there with other members; null takes one out.
  private static func document(
    of view: JSONValue, with members: JSONObject, _ server: ServerClient
  ) throws(CommandFailure) -> JSONObject {
    guard var document = view["document"]?.objectValue else {
      throw server.isNoSerinServer("its answer has no \"document\"")
    }
    for (name, value) in members.sortedMembers {
      if value == .null { document.removeValue(forName: name) } else { document[name] = value }
    }
    return document
  }
}
