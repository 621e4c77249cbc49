import CodeReferences
import Foundation
import SerinCodegen
import SerinFlags

/// `serin check`: what is wrong between code and the flags that there are, for CI.
enum CheckCommand: Command {
  static let online = OptionSpec.flag("online", help: "Ask the server for the flags instead of reading a file.")
  static let asOf = OptionSpec.value(
    "as-of", "DAY", help: "The day that expiries are compared with, as 2027-03-01, UTC.")
  static let severity = OptionSpec.value(
    "severity", "KIND=LEVEL", repeats: true, help: "How bad a kind is: \(levels).")
  static let failOn = OptionSpec.value(
    "fail-on", "LEVEL", fallback: "warning", choices: ["error", "warning", "notice", "never"],
    help: "End with 6 from this level on: error, warning, notice, never.")
  static let format = OptionSpec.value(
    "format", "FORM", choices: CheckFormat.allCases.map(\.rawValue),
    help: "How findings are written: \(CheckFormat.names).")

  private static let levels = Severity.allCases.reversed().map(\.rawValue).joined(separator: ", ")

  static let description = CommandDescription(
    "check", summary: "Compare code with the flags that there are.",
    discussion: [
      """
      Reads flags.json, or what --flags names; with --online, the flags of an environment of the server (the shared \
      options say which). Then it looks through the code at PATH as "serin scan" does. It finds:
      """,
      """
      expired: a flag whose day has passed, with its owner (a warning; kill switches never expire). archived-in-use: \
      code that names an archived flag (an error). unknown-flag: code that names a flag that does not exist (an error). \
      unused-flag: a flag that no code uses and no other flag needs (a warning). default-differs: a default in code that \
      is not the document's (a warning).
      """,
      """
      The exit code is 6 when there is a finding from --fail-on on, else 0; the codes for other failures are \
      different ones (65 for a document that is not valid), so that CI can tell an outage from a finding. With --format github the findings show beside the \
      lines of a pull request; junit is for CI systems that show test results.
      """,
    ],
    positionals: [.codePath], options: [.flagsFile, online, .exclude, asOf, severity, failOn, format],
    sharedOptions: .environmentTarget,
    examples: [
      ("serin check Sources --flags flags.json", "Lists what is wrong."),
      ("serin check --online --severity unused-flag=off --format github", "Checks against the server, in a workflow."),
      ("serin check --as-of 2027-03-01 --format junit > flags.xml", "Shows what will be wrong on that day."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let settings = try CheckSettings(call)
    let folder = try call.sourceFolder()
    let (document, name) = try await document(call)
    let check = CodeCheck(document, on: settings.day, severities: settings.severities) { unknown, keys in
      let names = NearestName(among: keys)
      return unknown.map(names.closest)
    }
    let findings = check.findings(in: try call.scan(folder, document: document))
    let report = CheckReport(findings, folder: call.shown(folder, for: settings.format), document: name)
    try settings.format.print(report, on: call.console)
    try call.console.remark(report.summary)
    let isFailure = settings.failOn.map { level in findings.contains { $0.severity >= level } } ?? false
    return isFailure ? .findings : .done
  }

  private static func document(_ call: CommandCall) async throws(CommandFailure) -> (RulesetDocument, String) {
    guard call.arguments.isGiven(online) else {
      let name = call.arguments[.flagsFile] ?? "flags.json"
      let shown = name == "-" ? "standard input" : name
      return (try understood(call.ruleset(in: name, mode: .read), shown), shown)
    }
    if call.arguments.isGiven(.flagsFile) {
      throw .usage("\(online.dashed) and \(OptionSpec.flagsFile.dashed) cannot be given together")
    }
    return (try understood(await call.rulesetOfServer().document, call.environmentKey), call.environmentKey)
  }

  /// The document's declarations.
  ///
  /// - Throws: a refusal when one is not understood, since a flag that is left aside would look sound.
  private static func understood(_ document: RulesetDocument, _ name: String) throws(CommandFailure) -> RulesetDocument
  {
    let declarations = document.declarations
    let issues = declarations.flags.flatMap(\.issues)
    guard issues.isEmpty else {
      throw .refused("\(name) has flags that cannot be understood", issues: issues.map(CommandFailure.Issue.init))
    }
    return declarations
  }
}

extension CommandCall {
  /// What the paths of reports begin with: the folder as it was named; in a workflow, from the checkout on.
  fileprivate func shown(_ folder: FileSourceFolder, for format: CheckFormat) -> String {
    if format == .github, let workspace = environment["GITHUB_WORKSPACE"].flatMap(Self.realPath),
      let path = Self.realPath(folder.path)
    {
      if path == workspace { return "" }
      if path.hasPrefix(workspace + "/") { return String(path.dropFirst(workspace.count + 1)) }
    }
    return shown(folder)
  }

  /// A path from the root on and without links; nil when nothing is there.
  private static func realPath(_ path: String) -> String? {
    guard !path.isEmpty, let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
