import SerinFlags

extension CommandCall {
  /// The largest document that is read: what a server would take, with room for a large export.
  static let documentLimit = 64 * 1024 * 1024

  /// Documents are read more strictly than answers: of two members with one name, one would be lost without a word.
  private static let documentOptions = JSONParsingOptions(
    maximumDepth: 64, refusesDuplicates: true, refusesInexactIntegers: true)

  /// The file that an argument names; `-` is standard input.
  func input(named name: String) throws(CommandFailure) -> InputFile {
    name == "-" ? standardInput : try InputFile(path: name)
  }

  /// Reads a file that holds one JSON document.
  ///
  /// - Throws: a refusal that says where the text stops being JSON.
  func document(in name: String) throws(CommandFailure) -> JSONValue {
    let file = try input(named: name)
    let bytes = try file.readAll(limit: Self.documentLimit)
    do {
      return try JSONValue(parsing: bytes, options: Self.documentOptions)
    } catch {
      throw .refused("\(file.name) is not a JSON document", issues: [CommandFailure.Issue(json: error)])
    }
  }

  /// Reads a file that holds a ruleset document.
  ///
  /// - Parameters:
  ///   - name: the file; `-` is standard input.
  ///   - mode: whether every problem is refused, or only what makes the whole unusable.
  ///   - isWhole: whether a document that is written has everything that it refers to; one that is merged into what a
  ///     server has may refer to that.
  /// - Throws: a refusal that lists every problem with its path.
  func ruleset(
    in name: String, mode: DocumentMode, isWhole: Bool = true
  ) throws(CommandFailure) -> RulesetDocument {
    let json = try document(in: name)
    do {
      return try RulesetDocument(json: json, mode: mode, isWhole: isWhole)
    } catch {
      let count = error.issues.count == 1 ? "1 problem" : "\(error.issues.count) problems"
      throw .refused(
        "\(name == "-" ? standardInput.name : name) is not a valid ruleset document: \(count)",
        issues: error.issues.map(CommandFailure.Issue.init))
    }
  }
}
