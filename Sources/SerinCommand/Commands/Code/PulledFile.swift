import SerinFiles
import SerinFlags

/// A file of an app's flags that is there already.
struct PulledFile {
  /// What it holds.
  let bytes: [UInt8]
  private let name: String

  /// Reads the file; nil when there is none.
  init?(_ name: String) throws(CommandFailure) {
    self.name = name
    do {
      bytes = try WholeFile.read(name, limit: CommandCall.documentLimit)
    } catch {
      guard error.isMissing else { throw .usage(error.description) }
      return nil
    }
  }

  /// A server's document as the file keeps it: without what only tells when it was read.
  ///
  /// A flag that is killed and un-killed again moves the revision, and nothing that an app is built with.
  static func bytes(of ruleset: JSONValue) -> [UInt8] {
    var kept = ruleset.objectValue ?? [:]
    kept["epoch"] = nil
    kept["revision"] = nil
    return JSONValue.object(kept).serialized(pretty: true) + [UInt8(ascii: "\n")]
  }

  /// Stops the file from being replaced by what has nothing to do with it.
  ///
  /// - Parameters:
  ///   - json: what would take its place.
  ///   - document: the same, read.
  /// - Throws: a refusal when it is of another project or environment and the command line does not name the new one, or
  ///   when it is no ruleset document.
  func check(
    against json: JSONValue, _ document: RulesetDocument, _ call: CommandCall
  ) throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    let old = try ruleset(likeThatOf: json)
    for (option, named, new) in [
      (OptionSpec.project, old.project, document.project), (.environment, old.environment, document.environment),
    ] {
      guard !named.isEmpty, !named.hasSameBytes(as: new), !call.arguments.isGiven(option) else { continue }
      throw .refused(
        "\(name) is of the \(option.name) \"\(named)\", not \"\(new)\"; to replace it all the same, "
          + "give \(option.dashed) \(new)")
    }
  }

  /// The file as a ruleset document, which it must be beyond doubt: other programs keep flags in files as well.
  ///
  /// A flag may have rules that are not understood here. Members that the server's document has are no foreign ones: a newer
  /// server may have put them into both.
  private func ruleset(likeThatOf json: JSONValue) throws(CommandFailure) -> RulesetDocument {
    let old: JSONValue
    do throws(JSONError) {
      old = try JSONValue(parsing: bytes)
    } catch {
      throw isNoRuleset([CommandFailure.Issue(json: error)])
    }
    let document: RulesetDocument
    do throws(DocumentError) {
      document = try RulesetDocument(json: old, mode: .read)
    } catch {
      throw isNoRuleset(error.issues.map(CommandFailure.Issue.init))
    }
    let served = (json.objectValue ?? [:]).sortedMembers.map(\.name)
    let known = Set((RulesetDocument.members + served).map(ExactString.init))
    var issues = (old.objectValue ?? [:]).sortedMembers.filter { !known.contains(ExactString($0.name)) }.map { member in
      CommandFailure.Issue(path: DocumentPath.member("", member.name), message: "is no member of a ruleset document")
    }
    for (key, flag) in (old["flags"]?.objectValue ?? [:]).sortedMembers where flag["kind"]?.stringValue == nil {
      let path = DocumentPath.member(DocumentPath.member("flags", key), "kind")
      issues.append(CommandFailure.Issue(path: path, message: "is missing, or no text: this is no flag of Serin"))
    }
    guard issues.isEmpty else { throw isNoRuleset(issues) }
    return document
  }

  private func isNoRuleset(_ issues: [CommandFailure.Issue]) -> CommandFailure {
    .refused(
      "\(name) is no ruleset document and is left alone; remove it, or name another file",
      issues: Array(issues.prefix(Self.mostIssues)))
  }

  /// So many reasons are told; one is enough.
  private static let mostIssues = 5
}
