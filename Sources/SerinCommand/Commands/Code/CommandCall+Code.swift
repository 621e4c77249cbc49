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

  /// The folder as reports name it.
  func shown(_ folder: FileSourceFolder) -> String {
    folder.path.hasPrefix("./") ? String(folder.path.dropFirst(2)) : folder.path
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
    let progress = console.progress
    progress.begin("reading code")
    defer { progress.end() }
    let files = try SourceTree.files(in: folder, excluding: excluded) { path throws(CommandFailure) in
      try console.remark("\(OptionSpec.exclude.dashed) \(path): there is nothing of that name below \(folder.path)")
    }
    progress.begin("looking for flags")
    return CodeScan(files, document: document) { done, steps in progress.show(done, of: steps) }
  }
}
