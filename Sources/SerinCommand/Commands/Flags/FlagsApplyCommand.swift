import SerinFlags

/// `serin flags apply`: the flags and segments of a ruleset document created or replaced, all or none of them.
enum FlagsApplyCommand: Command {
  private static let dryRun = OptionSpec.flag("dry-run", help: "Print what would change, and change nothing.")
  private static let removeSegment = OptionSpec.value(
    "remove-segment", "KEY", repeats: true, help: "A segment to remove together with what is applied.")

  static let description = CommandDescription(
    "flags apply", summary: "Create or replace flags and segments from a document.",
    discussion: [
      """
      The document is checked here first, and every problem is listed with its path before anything is sent. Then \
      all of its flags and segments are written, or none. What it does not mention stays as it is: a segment is only \
      removed with --remove-segment. A killed flag stays killed. Flags and segments may refer to those that the \
      environment has already.
      """,
      """
      Rules need their ids and rollouts their salts, so that applying a document twice reshuffles nobody. A document \
      that names an environment or a project is only applied to another one when --environment or --project asks \
      for it.
      """,
    ],
    positionals: [PositionalSpec("FILE", help: "The ruleset document; - is standard input.")],
    options: [dryRun, removeSegment, .reason], sharedOptions: .environmentTarget,
    examples: [
      ("serin flags apply flags.json --dry-run", "Shows which flags would be created or replaced."),
      (
        "serin flags apply flags.json --environment staging --reason \"release 5.2\"",
        "Applies the document to staging."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let name = call.arguments.positional(0) ?? ""
    var document = try call.ruleset(in: name, mode: .write, isWhole: false)
    let server = try call.controlServer()
    let project = try await call.project(on: server)
    try check(document.environment, against: call.environmentKey, option: .environment, call)
    try check(document.project, against: project, option: .project, call)
    // Asked for by name when they differ; the server refuses a document that is for another place.
    document.environment = call.environmentKey
    document.project = project
    let path = ["projects", project, "environments", call.environmentKey]
    if call.arguments.isGiven(dryRun) {
      let plan = try ApplyPlan(
        document, removing: call.arguments.all(removeSegment), replacing: try await server.get(path + ["ruleset"]))
      if !plan.created.isEmpty {
        try refuseArchived(plan.created, among: try await server.get(path + ["flags"], query: [("archived", "true")]))
      }
      return try plan.show(on: call)
    }
    var body = call.reasonBody
    body["document"] = document.json
    let removed = call.arguments.all(removeSegment)
    if !removed.isEmpty { body["removeSegments"] = .array(removed.map { .string($0) }) }
    call.console.progress.begin("applying \(document.flags.count) flags at \(server.address.text)")
    defer { call.console.progress.end() }
    let answer = try await server.post(path + ["apply"], body)
    var table = Table("RESULT", "FLAG", "NOTE")
    for result in try server.array("results", in: answer) {
      let isKilled = result["killed"]?.boolValue == true
      table.add(.text(result["result"]), .text(result["key"]), isKilled ? Table.Cell("killed") { $0.red($1) } : "")
    }
    for result in answer["segments"]?.arrayValue ?? [] {
      let key = result["key"].map(FlagText.plain) ?? "?"
      table.add(.text(result["result"]), Table.Cell("segment \(key)"), "")
    }
    return try call.show(answer, as: table, whenEmpty: "the document has no flags; nothing changed")
  }

  /// Tells beforehand what the server would refuse: the key of an archived flag is not free.
  private static func refuseArchived(_ keys: [String], among flags: JSONValue) throws(CommandFailure) {
    for flag in flags["flags"]?.arrayValue ?? [] where flag["archived"]?.boolValue == true {
      guard let key = flag["key"]?.stringValue, keys.contains(where: { $0.utf8.elementsEqual(key.utf8) }) else {
        continue
      }
      throw CommandFailure(
        exit: .conflict, code: "conflict",
        message: "flag \"\(key)\" is archived; unarchive it or take it out of the document")
    }
  }

  /// Stops a document from being applied to a place it was not written for, unless the command line names the place.
  private static func check(
    _ named: String, against target: String, option: OptionSpec, _ call: CommandCall
  ) throws(CommandFailure) {
    guard !named.isEmpty, !named.utf8.elementsEqual(target.utf8), !call.arguments.isGiven(option) else { return }
    throw .refused(
      "the document is for the \(option.name) \"\(named)\", not \"\(target)\"; to apply it there all the same, "
        + "give \(option.dashed) \(target)")
  }
}
