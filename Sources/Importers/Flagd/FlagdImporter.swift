public import SerinFlags

/// Reads flag definitions of flagd (schema v0), as JSON.
///
/// A flag keeps its variants; what its targeting says becomes rules in the same order. `targetingKey` is the context's
/// `userID`, and every other variable is an attribute of its name.
public enum FlagdImporter {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - json: The document, with `flags` and perhaps `$evaluators`.
  ///   - owner: The owner of the flags, since flagd's definitions name none.
  /// - Returns: The flags that answer in Serin as they do in flagd, and what is to be said about the others.
  /// - Throws: ``DocumentError`` when this is no such document at all.
  public static func read(_ json: JSONValue, owner: String = "imported") throws(DocumentError) -> Import {
    guard let flags = json["flags"]?.objectValue else {
      throw DocumentError(path: "flags", message: "is not an object, so these are no flag definitions of flagd")
    }
    if let evaluators = json.given("$evaluators"), evaluators.objectValue == nil {
      throw DocumentError(path: "$evaluators", message: "is not an object, so these are no flag definitions of flagd")
    }
    var reader = FlagdReader(flags: flags, evaluators: json["$evaluators"]?.objectValue ?? [:], owner: owner)
    return reader.read()
  }
}
