import CodeReferences
import SerinFlags

/// What the options of a check say.
struct CheckSettings {
  /// The day that expiries are compared with.
  let day: CalendarDay
  /// How bad each kind is, where it is not as usual.
  let severities: [CheckKind: Severity]
  /// From which severity on the check fails; nil for never.
  let failOn: Severity?
  /// How findings are written.
  let format: CheckFormat

  /// Reads the options.
  init(_ call: CommandCall) throws(CommandFailure) {
    let arguments = call.arguments
    day =
      try arguments.converted(CheckCommand.asOf, expected: "a day such as 2027-03-01") { CalendarDay($0) }
      ?? CalendarDay(Timestamp.now)
    failOn =
      try arguments.converted(CheckCommand.failOn, expected: "error, warning, notice or never") { text -> Severity?? in
        if text == "never" { return .some(nil) }
        return Severity(rawValue: text).flatMap { $0 == .off ? nil : .some($0) }
      } ?? nil
    severities = try Self.severities(arguments.all(CheckCommand.severity))
    let named = try arguments.converted(
      CheckCommand.format, expected: "one of \(CheckFormat.names)", by: CheckFormat.init)
    if call.console.isJSON, let named, named != .json {
      throw .usage("--json and \(CheckCommand.format.dashed) \(named.rawValue) cannot be given together")
    }
    format = call.console.isJSON ? .json : named ?? .text
    // Remarks are for people: beside JSON there are none, whichever way it was asked for.
    if format == .json { call.console.isJSON = true }
  }

  private static func severities(_ texts: [String]) throws(CommandFailure) -> [CheckKind: Severity] {
    var severities: [CheckKind: Severity] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let kind = CheckKind(rawValue: parts[0]), let level = Severity(rawValue: parts[1]) else {
        let kinds = CheckKind.allCases.map(\.rawValue).joined(separator: ", ")
        let levels = Severity.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage(
          "\(CheckCommand.severity.dashed): \"\(text)\" is not KIND=LEVEL; kinds are \(kinds), levels \(levels)")
      }
      severities[kind] = level
    }
    return severities
  }
}

/// How findings are written.
enum CheckFormat: String, CaseIterable, Sendable {
  case text, github, junit, json

  /// The words for the help.
  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// Writes a report on the data side.
  func print(_ report: CheckReport, on console: Console) throws(CommandFailure) {
    switch self {
    case .text:
      let style = console.style
      let lines = report.lines { $0 == .error ? style.red($1) : $0 == .warning ? style.bold($1) : $1 }
      // The marks are the program's own; what else is in a line comes from code and documents, and was made safe before.
      for line in lines { try console.print(line) }
    case .github: for command in report.workflowCommands { try console.print(command.printable) }
    case .junit: try console.print(report.junit)
    case .json: try console.print(json: report.json)
    }
  }
}
