import SerinFiles
import SerinFlags

/// `serin audit export`: the whole log as a file.
enum AuditExportCommand: Command {
  private static let format = OptionSpec.value(
    "format", "FORMAT", fallback: ExportedRows.Format.jsonl.rawValue,
    choices: ExportedRows.Format.allCases.map(\.rawValue), help: "jsonl (a JSON object a line) or csv.")
  private static let output = OptionSpec.value(
    "output", "FILE", help: "Where it is written; without it, or with -, standard output.")

  static let description = CommandDescription(
    "audit export", summary: "Write the whole audit log as JSON lines or CSV.",
    discussion: [
      """
      The oldest row comes first. The log may be of any length; --timeout is how long nothing may come. An export that \
      breaks off, or in which a row is missing, ends with 4, and FILE is left as it was: it is only written as a whole.
      """,
      """
      In the CSV form a value that a spreadsheet would take for a formula has an apostrophe before it.
      """,
    ],
    options: [format, output] + AuditLog.options, sharedOptions: .projectTarget,
    examples: [
      ("serin audit export --output audit.jsonl", "Writes the project's log to a file."),
      ("serin audit export --instance --format csv > instance.csv", "Prints the instance's log for a spreadsheet."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let expected = "a form of the log (jsonl or csv)"
    let format = try call.arguments.converted(format, expected: expected, by: ExportedRows.Format.init) ?? .jsonl
    let log = try await AuditLog(call)
    let name = call.arguments[output] ?? "-"
    var file: FileReplacement?
    if name != "-" { file = try writing { () throws(FileError) in try FileReplacement(name) } }
    var rows = ExportedRows(format)
    let progress = call.console.progress
    progress.begin("exporting row")
    defer { progress.end() }
    try await log.server.download(
      log.path + ["export"], query: [("format", format.rawValue)], type: format.mediaType
    ) { bytes throws(CommandFailure) in
      let before = rows.count
      rows.take(bytes)
      if let file {
        try writing { () throws(FileError) in try file.write(bytes) }
      } else {
        try call.console.print(bytes: bytes)
      }
      for _ in before..<rows.count { progress.step() }
    }
    try rows.check()
    if let file { try writing { () throws(FileError) in try file.commit() } }
    return try report(rows.count, in: name, call)
  }

  private static func report(_ count: Int, in name: String, _ call: CommandCall) throws(CommandFailure) -> ExitCode {
    if name != "-", call.console.isJSON {
      try call.console.print(json: ["file": .string(name), "rows": .number(Double(count))])
    } else {
      try call.console.remark("exported \(count) \(count == 1 ? "row" : "rows")" + (name == "-" ? "" : " to \(name)"))
    }
    return .done
  }

  private static func writing<T>(_ work: () throws(FileError) -> T) throws(CommandFailure) -> T {
    do throws(FileError) { return try work() } catch { throw .cannotWrite(error.description) }
  }
}
