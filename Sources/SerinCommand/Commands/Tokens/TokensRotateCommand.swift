import SerinFlags

/// `serin tokens rotate`: a new token in the place of one.
enum TokensRotateCommand: Command {
  static let description = CommandDescription(
    "tokens rotate", summary: "Put a new token in the place of one of yours.",
    discussion: ["The new token is printed alone on standard output. The old one goes on working for a while."],
    positionals: [.tokenID], options: [.overlap, .reason], sharedOptions: .connection,
    examples: [("serin tokens rotate q3vtx2mfkz7a5d2c --overlap 48", "Leaves two days to put the new one in place.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let id = call.arguments.positional(0) ?? ""
    let server = try call.controlServer()
    return try await call.rotate(["tokens", id], id: id, on: server)
  }
}

extension CommandCall {
  /// Asks for a new token in the place of the one at a path, and prints it.
  func rotate(_ path: [String], id: String, on server: ServerClient) async throws(CommandFailure) -> ExitCode {
    var body = reasonBody
    body["overlap"] = try seconds(.overlap, hours: 0...2160)
    let answer = try await server.post(path + ["rotate"], body)
    let until = arguments[.overlap] ?? ""
    return try show(
      secret: "value", of: answer, from: server,
      remark: "made a new one in the place of \(id), which works for \(until) hours at most from now on.")
  }
}
