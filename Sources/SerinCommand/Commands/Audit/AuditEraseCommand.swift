import SerinFlags

/// `serin audit erase`: what a row of the log says of a person.
enum AuditEraseCommand: Command {
  static let description = CommandDescription(
    "audit erase", summary: "Erase what one row says was there before and after.",
    discussion: [
      """
      For a person's data. It cannot be taken back. The row stays, with who, when and why, and with the hash of what was \
      erased, so that the log stays whole; the erasure is a row of its own. Erasing twice changes nothing.
      """
    ],
    positionals: [PositionalSpec("ROW", help: "The row's number, the first column of \"serin audit list\".")],
    options: [.reason] + AuditLog.options, sharedOptions: .projectTarget,
    examples: [("serin audit erase 1207 --reason \"request of the person\"", "Erases the documents of that row.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let text = call.arguments.positional(0) ?? ""
    guard let sequence = Int64(text), sequence > 0 else {
      throw .usage("\"\(text)\" is not the number of a row, a whole number from 1", helpFor: description.path)
    }
    let log = try await AuditLog(call)
    try await log.server.delete(log.path + ["\(sequence)", "documents"], call.reasonBody)
    return try call.show(
      ["sequence": .number(Double(sequence)), "erased": true],
      as: "row \(sequence) no longer says what was there before and after.")
  }
}
