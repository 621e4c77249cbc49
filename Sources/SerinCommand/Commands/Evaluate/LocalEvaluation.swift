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
    let ruleset = try LocalRuleset(named: ruleset, call: call)
    let flags = try ruleset.flags(call.arguments.all(EvaluateCommand.flag))
    try ruleset.remark(on: flags, call: call)
    let lines = flags.map { AnswerLines($0, of: ruleset.compiled) }
    let now = try EvaluateCommand.instant(call) ?? .now
    let explains = call.arguments.isGiven(EvaluateCommand.explain)
    let file = try call.input(named: contexts)
    var issues: [CommandFailure.Issue] = []
    var wrongLines = 0
    var number = 0
    let progress = call.console.progress
    progress.begin("evaluating line")
    defer { progress.end() }
    while let line = try file.nextLine(limit: Self.lineLimit) {
      number += 1
      progress.step()
      switch ContextLine(line) {
      case .blank: continue
      case .context(let context):
        for flag in lines {
          try call.console.print(
            jsonBytes: explains
              ? flag.explainedAnswer(for: context, at: now, line: number)
              : flag.answer(for: context, at: now, line: number))
        }
      case .wrong(let problems):
        wrongLines += 1
        issues += problems.map { .init(path: "line \(number)", message: $0) }.prefix(Self.listedIssues - issues.count)
      }
    }
    guard wrongLines > 0 else { return .done }
    let count = wrongLines == 1 ? "1 line is no context" : "\(wrongLines) lines are no contexts"
    let limited = issues.count == Self.listedIssues ? "; the first \(Self.listedIssues) problems are" : ""
    throw .refused("\(file.name): \(count), the others were evaluated\(limited)", issues: issues)
  }
}
