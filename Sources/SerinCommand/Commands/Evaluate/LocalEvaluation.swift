import SerinFlags

/// Works out answers from a ruleset document for the contexts of a file, without a server.
struct LocalEvaluation {
  /// The longest line that is read, in bytes; servers take contexts of at most 64 KiB.
  static let lineLimit = 1024 * 1024
  /// The most problems that are listed when many lines are wrong.
  static let listedIssues = 100

  let ruleset: String
  let contexts: String
  let call: CommandCall

  /// Evaluates, and prints a line for each context and flag.
  ///
  /// - Throws: a refusal at the end, after all answers, when there were lines that are no contexts.
  func run() throws(CommandFailure) -> ExitCode {
    let flags = try chosenFlags()
    let file = try call.input(named: contexts)
    var issues: [CommandFailure.Issue] = []
    var wrongLines = 0
    var number = 0
    while let line = try file.nextLine(limit: Self.lineLimit) {
      number += 1
      switch ContextLine(line) {
      case .blank: continue
      case .context(let context):
        for flag in flags { try call.console.print(jsonBytes: flag.answer(for: context, line: number)) }
      case .wrong(let problems):
        wrongLines += 1
        issues += problems.map { .init(path: "line \(number)", message: $0) }.prefix(Self.listedIssues - issues.count)
      }
    }
    guard wrongLines > 0 else { return .done }
    let lines = wrongLines == 1 ? "1 line is no context" : "\(wrongLines) lines are no contexts"
    let limited = issues.count == Self.listedIssues ? "; the first \(Self.listedIssues) problems are" : ""
    throw .refused("\(file.name): \(lines), the others were evaluated\(limited)", issues: issues)
  }

  /// The flags to evaluate, in the order of their keys.
  private func chosenFlags() throws(CommandFailure) -> [AnswerLines] {
    let document = try call.ruleset(in: ruleset, mode: .read)
    let wanted = call.arguments.all(EvaluateCommand.flag)
    let entries = document.flags.filter { entry in
      !entry.isArchived && (wanted.isEmpty || wanted.contains { $0.utf8.elementsEqual(entry.key.utf8) })
    }
    for key in wanted where !entries.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
      throw .notFound("there is no flag \"\(key)\" in \(ruleset == "-" ? "the ruleset" : ruleset)")
    }
    for issue in entries.flatMap(\.issues) { try call.console.remark("malformed: \(issue.description)") }
    return entries.map { AnswerLines(CompiledFlag($0)) }
  }
}
