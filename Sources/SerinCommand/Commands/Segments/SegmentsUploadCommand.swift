import SerinFlags

/// `serin segments upload`: the ids of a list, from a file.
enum SegmentsUploadCommand: Command {
  private static let file = PositionalSpec("FILE", help: "The ids, one on a line; - is standard input.")
  private static let mode = OptionSpec.value(
    "mode", "MODE", fallback: "replace", choices: ["replace", "add", "remove"],
    help: "What the ids do: replace the list, join it (add) or leave it (remove).")

  static let description = CommandDescription(
    "segments upload", summary: "Replace a segment's list of ids, or add or remove some.",
    discussion: [
      """
      One id on a line, in UTF-8 and exactly as apps send it: 1 to 1024 bytes, no empty lines. A list has at most \
      5,000,000 ids. The list changes at once when all of them have arrived, or not at all.
      """,
      """
      More than 1,000 ids are kept as hashes, so nobody can read them back; "serin segments contains" asks for one. \
      --timeout is how long the server may be silent, not how long the upload may take.
      """,
    ],
    positionals: [.segmentKey, file], options: [mode, .reason], sharedOptions: .environmentTarget,
    examples: [
      ("serin segments upload vip ids.txt", "Makes the ids of the file the list."),
      ("serin segments upload vip - --mode add", "Adds the ids that come from standard input."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let path = try await call.segmentPath(on: server) + ["list"]
    let input = try call.input(named: call.arguments.positional(1) ?? "")
    var query = [("mode", call.arguments[mode] ?? "")]
    if let reason = call.arguments[.reason] { query.append(("reason", reason)) }
    // While the command waits for the answer, nobody else draws.
    nonisolated(unsafe) let progress = call.console.progress
    let size = input.size
    progress.begin("uploading \(input.name)")
    defer { progress.end() }
    let answer = try await server.upload(path, query: query, input) { sent in
      if let size { progress.show(sent, of: size) } else { progress.show(bytes: sent) }
    }
    guard let count = answer["count"]?.numberValue, let added = answer["added"]?.numberValue,
      let removed = answer["removed"]?.numberValue
    else { throw server.isNoSerinServer("its answer does not say how many ids there are") }
    progress.end()
    return try call.show(
      answer,
      as:
        "\(call.segmentKey) in \(call.environmentKey) has \(Int(count)) ids: \(Int(added)) added, \(Int(removed)) removed."
    )
  }
}
