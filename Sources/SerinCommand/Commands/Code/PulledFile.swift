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
  /// - Throws: a refusal when it is of another project or environment and the command line does not name the new one, or
  ///   when it is no ruleset document.
  func check(against document: RulesetDocument, _ call: CommandCall) throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    guard let old = try? JSONValue(parsing: bytes), old["flags"]?.objectValue != nil else {
      throw .refused("\(name) is no ruleset document and is left alone; remove it, or name another file")
    }
    for (option, member, new) in [
      (OptionSpec.project, "project", document.project), (.environment, "environment", document.environment),
    ] {
      guard let named = old[member]?.stringValue, !named.utf8.elementsEqual(new.utf8), !call.arguments.isGiven(option)
      else { continue }
      throw .refused(
        "\(name) is of the \(member) \"\(named)\", not \"\(new)\"; to replace it all the same, "
          + "give \(option.dashed) \(new)")
    }
  }
}
