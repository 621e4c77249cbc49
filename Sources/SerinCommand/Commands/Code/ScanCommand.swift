import CodeReferences
import SerinFlags

/// `serin scan`: where code names flags.
enum ScanCommand: Command {
  static let description = CommandDescription(
    "scan", summary: "Find the places in Swift code that name flags.",
    discussion: [
      """
      Found are keys as texts in the SDK's calls, the constants of generated and of written code that stand for keys, \
      the cases of enums that conform to FlagCatalog, and declarations. Comments and the text of strings are left \
      aside; all branches of conditional blocks are looked at. A line says where, which flag, how it is named, and \
      what stands there.
      """,
      """
      No code is compiled and no server asked. With --flags the names of generated code are known even where it is \
      made by the build plugin and no source holds them.
      """,
      "Hidden folders, and build, DerivedData, Pods, Carthage and node_modules, are left out.",
    ],
    positionals: [.codePath], options: [.flagsFile, .exclude], sharedOptions: [.json],
    examples: [
      ("serin scan Sources", "Lists every place that names a flag."),
      ("serin scan --flags flags.json --json > references.json", "Writes them as JSON, for another program."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let folder = try call.sourceFolder()
    var document: RulesetDocument?
    if let name = call.arguments[.flagsFile] { document = try call.ruleset(in: name, mode: .read) }
    let scan = try call.scan(folder, document: document)
    if call.console.isJSON {
      try call.console.print(json: scan.json)
      return .done
    }
    let shown = ReportFolder(call.shown(folder))
    for reference in scan.references {
      let place = "\(shown.path(of: reference.file)):\(reference.line):\(reference.column):"
      let flag = call.console.style.bold(reference.flag.printable)
      let snippet = call.console.style.dim(reference.snippet.printable)
      try call.console.print("\(place.printable) \(flag) [\(reference.kind.rawValue)] \(snippet)")
    }
    try call.console.remark(summary(of: scan))
    return .done
  }

  private static func summary(of scan: CodeScan) -> String {
    let flags = Set(scan.references.map { ExactString($0.flag) }).count
    guard flags > 0 else { return "no flag is named in \(scan.lines) lines" }
    let places = scan.references.count
    return
      "\(flags) \(flags == 1 ? "flag" : "flags") in \(places) \(places == 1 ? "place" : "places"), \(scan.lines) lines"
  }
}
