import CodeReferences
import SerinFlags

extension OptionSpec {
  /// The document of an app's flags.
  static let flagsFile = OptionSpec.value(
    "flags", "FILE", help: "The app's flags, a ruleset document with its archived flags; - is standard input.")

  /// What is not looked through.
  static let exclude = OptionSpec.value(
    "exclude", "PATH", repeats: true, help: "Leave out this file or folder, named from PATH on.")
}

extension PositionalSpec {
  /// The code that a command is about.
  static let codePath = PositionalSpec(
    "PATH", isRequired: false, help: "The folder of the code, or one file; without it, the present folder.")
}

extension CommandCall {
  /// The folder that the command is about.
  func sourceFolder() throws(CommandFailure) -> FileSourceFolder {
    try FileSourceFolder(arguments.positional(0) ?? ".", console: console)
  }

  /// Looks through the code.
  ///
  /// - Parameter document: the app's flags, for names that no source declares.
  func scan(_ folder: FileSourceFolder, document: RulesetDocument?) throws(CommandFailure) -> CodeScan {
    let excluded = arguments.all(.exclude).map { path in
      var trimmed = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
      while trimmed.hasSuffix("/") { trimmed.removeLast() }
      return trimmed
    }
    return CodeScan(try SourceTree.files(in: folder, excluding: excluded), document: document)
  }

  /// An environment's flags and segments as a server has them, with the archived flags.
  ///
  /// Takes two requests. A flag that is archived between them counts as it was asked for last.
  func rulesetOfServer() async throws(CommandFailure) -> JSONValue {
    let server = try controlServer()
    let environment = try await environmentPath(on: server)
    let answer = try await server.get(environment + ["ruleset"])
    guard var ruleset = answer.objectValue, var flags = ruleset["flags"]?.objectValue else {
      throw server.isNoSerinServer("its ruleset has no flags")
    }
    let views = try await server.get(environment + ["flags"], query: [("archived", "true")])
    for view in try server.array("flags", in: views) where view["archived"] == true {
      guard let key = view["key"]?.stringValue, var document = view["document"]?.objectValue else { continue }
      document["archived"] = true
      flags[key] = .object(document)
    }
    ruleset["flags"] = .object(flags)
    return .object(ruleset)
  }
}
