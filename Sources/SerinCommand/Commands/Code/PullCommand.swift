import SerinFiles
import SerinFlags

/// `serin pull`: the file of an app's flags, made or refreshed from a server.
enum PullCommand: Command {
  private static let check = OptionSpec.flag("check", help: "Write nothing; end with 6 when the file is out of date.")
  private static let file = PositionalSpec(
    "FILE", isRequired: false, help: "Where the document is kept, flags.json without it; - is standard output.")

  static let description = CommandDescription(
    "pull", summary: "Write flags.json from the flags of a server.",
    discussion: [
      """
      The file is a ruleset document of one environment with its archived flags, marked as such: what "serin generate" \
      and the build plugin make source of, and what "serin check" compares code with. It holds no revision, and its \
      members are sorted: the same flags give the same bytes.
      """,
      """
      The file is only written when its bytes change, and then as a whole. One that is of another project or environment \
      is left alone, unless --project or --environment asks for the new one; so is one that is no ruleset document. The \
      exit code is 65 then, and 73 when the file cannot be written; with --check 6 says that it is out of date.
      """,
    ],
    positionals: [file], options: [check], sharedOptions: .environmentTarget,
    examples: [
      ("serin pull", "Writes the flags of production to flags.json."),
      ("serin pull App/flags.json --environment staging --check", "Says whether the file is what staging has, for CI."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let name = call.arguments.positional(0) ?? "flags.json"
    if name == "-", call.arguments.isGiven(check) { throw .usage("\(check.dashed) needs a file to look at") }
    let present = name == "-" ? nil : try PulledFile(name)
    let (json, document) = try await call.rulesetOfServer()
    for issue in document.flags.flatMap(\.issues) { try call.console.remark("malformed: \(issue.description)") }
    let bytes = PulledFile.bytes(of: json)
    if name == "-" {
      try call.console.print(String(decoding: bytes.dropLast(), as: UTF8.self))
      return .done
    }
    if present?.bytes == bytes { return try report(call, name, "unchanged", "\(name) is up to date") }
    try present?.check(against: json, document, call)
    if call.arguments.isGiven(check) {
      let state = present == nil ? "\(name) is missing" : "\(name) is out of date"
      _ = try report(call, name, present == nil ? "missing" : "outOfDate", state + "; \"serin pull\" writes it")
      return .findings
    }
    do {
      try WholeFile.write(bytes, to: name)
    } catch {
      throw .cannotWrite(error.description)
    }
    let archived = document.flags.count { $0.isArchived }
    let flags = document.flags.count - archived
    return try report(
      call, name, present == nil ? "created" : "replaced",
      "wrote \(name): \(flags) \(flags == 1 ? "flag" : "flags"), and \(archived) archived")
  }

  private static func report(
    _ call: CommandCall, _ name: String, _ result: String, _ sentence: String
  ) throws(CommandFailure) -> ExitCode {
    if call.console.isJSON {
      try call.console.print(json: ["file": .string(name), "result": .string(result)])
    } else {
      try call.console.remark(sentence)
    }
    return .done
  }
}
